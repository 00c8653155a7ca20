/* SPDX-License-Identifier: MIT */
/* Plots as PNG and PDF, on light paper. A PNG has twice as many pixels each way as SVG says,
 * fewer where the picture would be larger than cairo can hold; a PDF is one page of lines and
 * letters, a pixel being 3/4 of a point. What groups say is in neither.
 *
 * The library is loaded when the first of them is asked for, and not before: it brings X11, fonts
 * and compression with it, which a command that draws nothing shall neither wait for nor be
 * exposed to. */
#include <cairo-ft.h> /* and with it fontconfig */
#include <cairo-pdf.h>
#include <dlfcn.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "io/utf8.h"
#include "view/plot_canvas.h"

/* ---- the library -------------------------------------------------------------------- */

/* cairo_NAME for each, as cairo.NAME. */
#define CAIRO_FUNCTIONS(FUNCTION)                                                                  \
    FUNCTION(arc) FUNCTION(clip) FUNCTION(close_path) FUNCTION(create) FUNCTION(curve_to)          \
    FUNCTION(debug_reset_static_data) FUNCTION(destroy) FUNCTION(fill_preserve)                    \
    FUNCTION(get_current_point) FUNCTION(image_surface_create) FUNCTION(line_to)                   \
    FUNCTION(move_to) FUNCTION(new_path) FUNCTION(paint_with_alpha)                                \
    FUNCTION(pdf_surface_create_for_stream) FUNCTION(pdf_surface_set_metadata)                     \
    FUNCTION(pop_group_to_source) FUNCTION(push_group) FUNCTION(rectangle) FUNCTION(restore)       \
    FUNCTION(save) FUNCTION(scale) FUNCTION(select_font_face) FUNCTION(set_dash)                   \
    FUNCTION(set_font_size) FUNCTION(set_line_join) FUNCTION(set_line_width)                       \
    FUNCTION(set_source_rgba) FUNCTION(show_text) FUNCTION(status) FUNCTION(stroke)                \
    FUNCTION(stroke_preserve) FUNCTION(surface_destroy) FUNCTION(surface_finish)                   \
    FUNCTION(surface_status) FUNCTION(surface_write_to_png_stream)                                 \
    FUNCTION(text_extents) FUNCTION(text_path)

/* The functions of cairo that are used here, once they are loaded. */
static struct {
#define CAIRO_MEMBER(name) __typeof__(&(cairo_##name)) name;
    CAIRO_FUNCTIONS(CAIRO_MEMBER)
#undef CAIRO_MEMBER
    __typeof__(&(FcFini)) FcFini; /* fontconfig's, which cairo brings along */
} cairo;

/* A function's address comes as that of an object, as POSIX has it. */
static bool take_function(void *library, const char *name, void *function)
{
    void *address = dlsym(library, name);
    memcpy(function, &address, sizeof address);
    return address != NULL;
}

static bool take_functions(void *library)
{
#define TAKE(name)                                                                                 \
    if (!take_function(library, "cairo_" #name, &cairo.name))                                      \
        return false;
    CAIRO_FUNCTIONS(TAKE)
#undef TAKE
    return take_function(library, "FcFini", &cairo.FcFini);
}

/* What the libraries keep for a next picture, which a leak checker would find at the end. */
static void give_back(void)
{
    cairo.debug_reset_static_data();
    cairo.FcFini();
}

/* Loads the library, unless it is loaded already; it stays until the program ends. Returns
 * whether it could; if not, `explanation` is what the loader says. */
static bool load(const char **explanation)
{
    static bool is_loaded;
    void *library = is_loaded ? NULL : dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL);
    if (library != NULL && take_functions(library))
        is_loaded = atexit(give_back) == 0;
    if (!is_loaded)
        *explanation = dlerror();
    return is_loaded;
}

enum { SIDE_MAX = 30000, FONT_SIZE = 12, TITLE_SIZE = 14, RIM = 3 };

typedef struct sheet {
    cairo_surface_t *surface;
    cairo_t *pen;
    plot_ink ink; /* of the path that is begun */
    double width;
} sheet;

static cairo_t *pen_of(const plot_canvas *canvas)
{
    const sheet *paper = canvas->state;
    return paper->pen;
}

/* ---- the sheet ---------------------------------------------------------------------- */

/* Begins to draw on a surface, which the sheet takes. */
static void begin_sheet(plot_canvas *canvas, cairo_surface_t *surface, double scale, double width,
                        double height)
{
    sheet *paper = malloc(sizeof *paper);
    canvas->state = paper;
    canvas->failed = paper == NULL;
    if (paper == NULL) {
        cairo.surface_destroy(surface);
        return;
    }
    *paper = (sheet){.surface = surface, .pen = cairo.create(surface)};
    cairo.scale(paper->pen, scale, scale);
    cairo.set_line_join(paper->pen, CAIRO_LINE_JOIN_ROUND);
    plot_box(canvas, PLOT_PAPER, 0, 0, width, height);
}

static void png_begin(plot_canvas *canvas, double width, double height, const char *title,
                      const char *description)
{
    double scale = fmin(2, SIDE_MAX / fmax(width, height));
    (void)title;
    (void)description;
    begin_sheet(canvas,
                cairo.image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(width * scale),
                                           (int)ceil(height * scale)),
                scale, width, height);
}

static cairo_status_t take_bytes(void *stream, const unsigned char *bytes, unsigned int length)
{
    return fwrite(bytes, 1, length, stream) == length ? CAIRO_STATUS_SUCCESS
                                                      : CAIRO_STATUS_WRITE_ERROR;
}

/* The page has no date, so that the same plot is the same file. */
static void pdf_begin(plot_canvas *canvas, double width, double height, const char *title,
                      const char *description)
{
    static const double scale = 0.75;
    cairo_surface_t *page = cairo.pdf_surface_create_for_stream(take_bytes, canvas->out,
                                                                width * scale, height * scale);
    cairo.pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_CREATE_DATE, "");
    cairo.pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_TITLE, title);
    cairo.pdf_surface_set_metadata(page, CAIRO_PDF_METADATA_SUBJECT, description);
    begin_sheet(canvas, page, scale, width, height);
}

/* A pen that met with an error draws nothing from there on, and says so at last. */
static void end_sheet(plot_canvas *canvas, cairo_status_t (*write)(plot_canvas *canvas,
                                                                   cairo_surface_t *surface))
{
    sheet *paper = canvas->state;
    cairo_status_t status = cairo.status(paper->pen);
    if (status == CAIRO_STATUS_SUCCESS)
        status = write(canvas, paper->surface);
    canvas->failed = status != CAIRO_STATUS_SUCCESS && status != CAIRO_STATUS_WRITE_ERROR;
    cairo.destroy(paper->pen);
    cairo.surface_destroy(paper->surface);
    free(paper);
    canvas->state = NULL;
}

static cairo_status_t write_png(plot_canvas *canvas, cairo_surface_t *surface)
{
    return cairo.surface_write_to_png_stream(surface, take_bytes, canvas->out);
}

static void png_end(plot_canvas *canvas)
{
    end_sheet(canvas, write_png);
}

static cairo_status_t finish_pdf(plot_canvas *canvas, cairo_surface_t *surface)
{
    (void)canvas; /* its stream has the pages as they come */
    cairo.surface_finish(surface);
    return cairo.surface_status(surface);
}

static void pdf_end(plot_canvas *canvas)
{
    end_sheet(canvas, finish_pdf);
}

/* ---- groups ------------------------------------------------------------------------- */

static void png_open_group(plot_canvas *canvas, const plot_group *group)
{
    (void)canvas;
    (void)group;
}

static void png_close_group(plot_canvas *canvas)
{
    (void)canvas;
}

static void png_open_clip(plot_canvas *canvas, const plot_rectangle *area)
{
    cairo.save(pen_of(canvas));
    cairo.rectangle(pen_of(canvas), area->left, area->top, area->width, area->height);
    cairo.clip(pen_of(canvas));
}

static void png_close_clip(plot_canvas *canvas)
{
    cairo.restore(pen_of(canvas));
}

/* ---- shapes ------------------------------------------------------------------------- */

static void set_colour(cairo_t *pen, const plot_style *style, double opacity)
{
    unsigned long rgb = strtoul(style->light + 1, NULL, 16);
    cairo.set_source_rgba(pen, (double)(rgb >> 16) / 255, (double)(rgb >> 8 & 255) / 255,
                          (double)(rgb & 255) / 255, opacity);
}

/* Fill and stroke of one body are one layer: they overlap, and must not be twice as dark. */
static void fill_path(cairo_t *pen, const plot_style *style, double width)
{
    bool layered = width > 0 && style->opacity < 1;
    if (layered)
        cairo.push_group(pen);
    set_colour(pen, style, layered ? 1 : style->opacity);
    cairo.fill_preserve(pen);
    cairo.set_line_width(pen, width);
    if (width > 0)
        cairo.stroke_preserve(pen);
    cairo.new_path(pen);
    if (!layered)
        return;
    cairo.pop_group_to_source(pen);
    cairo.paint_with_alpha(pen, style->opacity);
}

static void stroke_path(cairo_t *pen, const plot_style *style, double width)
{
    set_colour(pen, style, style->opacity);
    cairo.set_line_width(pen, width > 0 ? width : style->width);
    cairo.set_dash(pen, &style->dash, style->dash > 0 ? 1 : 0, 0);
    cairo.stroke(pen);
    cairo.set_dash(pen, NULL, 0, 0);
}

static void png_begin_path(plot_canvas *canvas, plot_ink ink, double width)
{
    sheet *paper = canvas->state;
    paper->ink = ink;
    paper->width = width;
    cairo.new_path(paper->pen);
}

/* cairo counts in 24 bits before the point; far outside nothing is seen. */
static double near(double value)
{
    return fmin(fmax(value, -1e6), 1e6);
}

static void png_move(plot_canvas *canvas, double x, double y)
{
    cairo.move_to(pen_of(canvas), near(x), near(y));
}

static void png_line(plot_canvas *canvas, double x, double y)
{
    cairo.line_to(pen_of(canvas), near(x), near(y));
}

/* A quadratic curve as a cubic one. */
static void png_curve(plot_canvas *canvas, double control_x, double control_y, double x, double y)
{
    double from_x = 0, from_y = 0, cx = near(control_x), cy = near(control_y);
    cairo.get_current_point(pen_of(canvas), &from_x, &from_y);
    cairo.curve_to(pen_of(canvas), from_x + (cx - from_x) * 2 / 3, from_y + (cy - from_y) * 2 / 3,
                   near(x) + (cx - near(x)) * 2 / 3, near(y) + (cy - near(y)) * 2 / 3, near(x),
                   near(y));
}

static void png_close(plot_canvas *canvas)
{
    cairo.close_path(pen_of(canvas));
}

static void png_end_path(plot_canvas *canvas)
{
    const sheet *paper = canvas->state;
    const plot_style *style = &plot_styles[paper->ink];
    if (style->fills)
        fill_path(paper->pen, style, paper->width);
    else
        stroke_path(paper->pen, style, paper->width);
}

static void png_circle(plot_canvas *canvas, plot_ink ink, double x, double y, double radius)
{
    static const double full_turn = 6.283185307179586;
    png_begin_path(canvas, ink, 0);
    cairo.arc(pen_of(canvas), near(x), near(y), near(radius), 0, full_turn);
    png_end_path(canvas);
}

/* cairo refuses a text with a byte that is no UTF-8, and everything after it. */
static void clean(const char *text, char *result, size_t size)
{
    size_t used = 0;
    for (size_t left = strlen(text), length; left > 0 && used + 4 < size; left -= length) {
        length = utf8_printable(text, left);
        if (length > 0)
            memcpy(result + used, text, length);
        else
            memcpy(result + used, "\xEF\xBF\xBD", 3);
        used += length > 0 ? length : 3;
        length = length > 0 ? length : 1;
        text += length;
    }
    result[used] = '\0';
}

static void choose_font(cairo_t *pen, plot_ink ink)
{
    bool is_title = ink == PLOT_TITLE;
    cairo.select_font_face(pen, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           is_title ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo.set_font_size(pen, is_title ? TITLE_SIZE : FONT_SIZE);
}

/* The rim of paper that the SVG has as well. */
static void draw_rim(cairo_t *pen, double x, double y, const char *text)
{
    cairo.new_path(pen);
    cairo.move_to(pen, x, y);
    cairo.text_path(pen, text);
    set_colour(pen, &plot_styles[PLOT_PAPER], 1);
    cairo.set_line_width(pen, RIM);
    cairo.stroke(pen);
}

static void png_text(plot_canvas *canvas, plot_ink ink, double x, double y, plot_anchor anchor,
                     const char *text)
{
    static const double shares[] = {[PLOT_START] = 0, [PLOT_MIDDLE] = 0.5, [PLOT_END] = 1};
    char written[PLOT_SHORT_SIZE];
    cairo_text_extents_t size = {.x_advance = 0};
    cairo_t *pen = pen_of(canvas);
    clean(text, written, sizeof written);
    choose_font(pen, ink);
    cairo.text_extents(pen, written, &size);
    double left = near(x) - shares[anchor] * size.x_advance;
    if (ink == PLOT_TEXT)
        draw_rim(pen, left, near(y), written);
    set_colour(pen, &plot_styles[ink], 1);
    cairo.move_to(pen, left, near(y));
    cairo.show_text(pen, written);
}

#define WRITER(begin, end)                                                                         \
    {                                                                                              \
        begin, png_open_group, png_close_group, png_open_clip, png_close_clip, png_begin_path,     \
            png_move, png_line, png_curve, png_close, png_end_path, png_circle, png_text, end      \
    }

static const plot_writer png = WRITER(png_begin, png_end), pdf = WRITER(pdf_begin, pdf_end);

const plot_writer *plot_png(const char **explanation)
{
    return load(explanation) ? &png : NULL;
}

const plot_writer *plot_pdf(const char **explanation)
{
    return load(explanation) ? &pdf : NULL;
}

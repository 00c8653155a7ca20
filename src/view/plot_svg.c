/* SPDX-License-Identifier: MIT */
/* Plots as SVG text: the same bytes for the same plot. Places are rounded to hundredths
 * of a pixel; the numbers of groups are not rounded at all. */
#include <math.h>
#include <string.h>

#include "io/number.h"
#include "io/utf8.h"
#include "view/plot_canvas.h"

/* ---- text --------------------------------------------------------------------------- */

static void write_ascii(FILE *out, char byte)
{
    switch (byte) {
    case '&':
        fputs("&amp;", out);
        break;
    case '<':
        fputs("&lt;", out);
        break;
    case '>':
        fputs("&gt;", out);
        break;
    case '"':
        fputs("&quot;", out);
        break;
    case '\t':
    case '\n':
        fprintf(out, "&#%d;", byte);
        break;
    default:
        putc(byte, out);
    }
}

/* U+FFFE and U+FFFF are well-formed UTF-8, and not allowed in XML. */
static bool is_no_character(const char *at, size_t length)
{
    return length == 3 && memcmp(at, "\xEF\xBF", 2) == 0 && (unsigned char)at[2] >= 0xBE;
}

/* For elements and attributes alike; what XML cannot hold becomes U+FFFD. */
static void write_text(FILE *out, const char *text)
{
    for (size_t left = strlen(text), length; left > 0; left -= length) {
        bool blank = *text == '\t' || *text == '\n';
        length = blank ? 1 : utf8_printable(text, left);
        if (length == 0 || is_no_character(text, length))
            fputs("\xEF\xBF\xBD", out);
        else if (length == 1)
            write_ascii(out, *text);
        else
            fwrite(text, 1, length, out);
        length = length > 0 ? length : 1;
        text += length;
    }
}

/* Hundredths of a pixel are enough to look at; far outside nothing is seen. */
static void write_pixel(FILE *out, double value)
{
    double bounded = fmin(fmax(value, -1e6), 1e6);
    plot_number(out, round(bounded * 100) / 100 + 0.0, false);
}

static void write_place(FILE *out, char command, double x, double y)
{
    putc(command, out);
    write_pixel(out, x);
    putc(' ', out);
    write_pixel(out, y);
}

/* ---- the document ------------------------------------------------------------------- */

static void write_style(FILE *out, const plot_style *style)
{
    fprintf(out, ".%s{%s", style->name, style->fills ? "stroke:none" : "fill:none");
    if (style->width > 0) {
        fputs(";stroke-width:", out);
        plot_number(out, style->width, false);
    }
    if (style->dash > 0) {
        fputs(";stroke-dasharray:", out);
        plot_number(out, style->dash, false);
    }
    if (style->opacity < 1) {
        fputs(";opacity:", out);
        plot_number(out, style->opacity, false);
    }
    fputs("}\n", out);
}

/* Texts have a rim of paper, so that they are read on lines and bodies. */
static void write_rim(FILE *out, bool dark)
{
    const plot_style *paper = &plot_styles[PLOT_PAPER];
    fprintf(out, "text.%s{stroke:%s", plot_styles[PLOT_TEXT].name,
            dark ? paper->dark : paper->light);
    fputs(dark ? "}\n" : ";stroke-width:3;stroke-linejoin:round;paint-order:stroke}\n", out);
}

/* What fills has a stroke of its colour where a path asks for one: a rounded polygon. */
static void write_colours(FILE *out, const plot_style *style, const char *colour)
{
    fprintf(out, ".%s{%s:%s}\n", style->name, style->fills ? "fill" : "stroke", colour);
    if (style->fills)
        fprintf(out, ".%s.edged{stroke:%s}\n", style->name, colour);
}

static void write_styles(FILE *out)
{
    fputs("<style>\n"
          "text{font:12px system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}\n"
          "path,circle{stroke-linejoin:round}\n",
          out);
    fprintf(out, "text.%s{font-size:14px;font-weight:600}\n", plot_styles[PLOT_TITLE].name);
    for (int i = 0; i < PLOT_INKS; i++) {
        write_style(out, &plot_styles[i]);
        write_colours(out, &plot_styles[i], plot_styles[i].light);
    }
    write_rim(out, false);
    fputs("@media (prefers-color-scheme:dark){\n", out);
    for (int i = 0; i < PLOT_INKS; i++)
        write_colours(out, &plot_styles[i], plot_styles[i].dark);
    write_rim(out, true);
    fputs("}\n</style>\n", out);
}

static void svg_begin(plot_canvas *canvas, double width, double height, const char *title,
                      const char *description)
{
    FILE *out = canvas->out;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"",
          out);
    write_pixel(out, width);
    fputs("\" height=\"", out);
    write_pixel(out, height);
    fputs("\" viewBox=\"0 0 ", out);
    write_pixel(out, width);
    putc(' ', out);
    write_pixel(out, height);
    fputs("\">\n<title>", out);
    write_text(out, title);
    fputs("</title>\n<desc>", out);
    write_text(out, description);
    fputs("</desc>\n", out);
    write_styles(out);
    plot_box(canvas, PLOT_PAPER, 0, 0, width, height);
}

static void svg_end(plot_canvas *canvas)
{
    fputs("</svg>\n", canvas->out);
}

/* ---- groups ------------------------------------------------------------------------- */

static void write_datum(const plot_canvas *canvas, const plot_datum *datum, bool hex)
{
    if (datum->text != NULL)
        write_text(canvas->out, datum->text);
    else
        plot_number(canvas->out, datum->number, hex);
}

/* "begin-s" becomes "begin 5.5 s". */
static void write_tooltip_line(const plot_canvas *canvas, const plot_datum *datum)
{
    size_t length = strlen(datum->name);
    const char *unit = "";
    if (datum->text == NULL && length > 2 && datum->name[length - 2] == '-') {
        unit = datum->name + length - 1;
        length -= 2;
    }
    putc('\n', canvas->out);
    for (size_t i = 0; i < length; i++)
        putc(datum->name[i] == '-' ? ' ' : datum->name[i], canvas->out);
    char number[NUMBER_TEXT_SIZE];
    putc(' ', canvas->out);
    if (datum->text == NULL && canvas->digits > 0)
        fputs(plot_number_format(canvas, datum->number, number), canvas->out);
    else
        write_datum(canvas, datum, false);
    if (*unit != '\0')
        fprintf(canvas->out, " %s", unit);
}

static void svg_open_group(plot_canvas *canvas, const plot_group *group)
{
    FILE *out = canvas->out;
    fprintf(out, "<g class=\"%s\"", group->kind);
    for (size_t i = 0; i < group->count; i++) {
        fprintf(out, " data-%s=\"", group->data[i].name);
        write_datum(canvas, &group->data[i], canvas->hex);
        putc('"', out);
    }
    putc('>', out);
    if (group->count > 0) {
        fputs("<title>", out);
        for (const char *at = group->kind; *at != '\0'; at++)
            putc(*at == '-' ? ' ' : *at, out);
        for (size_t i = 0; i < group->count; i++)
            write_tooltip_line(canvas, &group->data[i]);
        fputs("</title>", out);
    }
    putc('\n', out);
}

static void svg_close_group(plot_canvas *canvas)
{
    fputs("</g>\n", canvas->out);
}

/* A nested svg cuts what leaves it off, and needs no name for that. */
static void svg_open_clip(plot_canvas *canvas, const plot_rectangle *area)
{
    const double sides[] = {area->left, area->top, area->width, area->height};
    static const char *const names[] = {"x", "y", "width", "height"};
    fputs("<svg", canvas->out);
    for (int i = 0; i < 4; i++) {
        fprintf(canvas->out, " %s=\"", names[i]);
        write_pixel(canvas->out, sides[i]);
        putc('"', canvas->out);
    }
    fputs(" viewBox=\"", canvas->out);
    for (int i = 0; i < 4; i++) {
        if (i > 0)
            putc(' ', canvas->out);
        write_pixel(canvas->out, sides[i]);
    }
    fputs("\">\n", canvas->out);
}

static void svg_close_clip(plot_canvas *canvas)
{
    fputs("</svg>\n", canvas->out);
}

/* ---- shapes ------------------------------------------------------------------------- */

static void svg_begin_path(plot_canvas *canvas, plot_ink ink, double width)
{
    fprintf(canvas->out, "<path class=\"%s%s\"", plot_styles[ink].name,
            plot_styles[ink].fills && width > 0 ? " edged" : "");
    if (width > 0) {
        fputs(" stroke-width=\"", canvas->out);
        write_pixel(canvas->out, width);
        putc('"', canvas->out);
    }
    fputs(" d=\"", canvas->out);
}

static void svg_move(plot_canvas *canvas, double x, double y)
{
    write_place(canvas->out, 'M', x, y);
}

static void svg_line(plot_canvas *canvas, double x, double y)
{
    write_place(canvas->out, 'L', x, y);
}

static void svg_curve(plot_canvas *canvas, double control_x, double control_y, double x, double y)
{
    write_place(canvas->out, 'Q', control_x, control_y);
    write_place(canvas->out, ' ', x, y);
}

static void svg_close(plot_canvas *canvas)
{
    putc('Z', canvas->out);
}

static void svg_end_path(plot_canvas *canvas)
{
    fputs("\"/>\n", canvas->out);
}

static void svg_circle(plot_canvas *canvas, plot_ink ink, double x, double y, double radius)
{
    const double numbers[] = {x, y, radius};
    static const char *const names[] = {"cx", "cy", "r"};
    fprintf(canvas->out, "<circle class=\"%s\"", plot_styles[ink].name);
    for (int i = 0; i < 3; i++) {
        fprintf(canvas->out, " %s=\"", names[i]);
        write_pixel(canvas->out, numbers[i]);
        putc('"', canvas->out);
    }
    fputs("/>\n", canvas->out);
}

static void svg_text(plot_canvas *canvas, plot_ink ink, double x, double y, plot_anchor anchor,
                     const char *text)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    fprintf(canvas->out, "<text class=\"%s\" x=\"", plot_styles[ink].name);
    write_pixel(canvas->out, x);
    fputs("\" y=\"", canvas->out);
    write_pixel(canvas->out, y);
    fprintf(canvas->out, "\"%s>", anchors[anchor]);
    write_text(canvas->out, text);
    fputs("</text>\n", canvas->out);
}

const plot_writer plot_svg = {
    svg_begin,      svg_open_group, svg_close_group, svg_open_clip, svg_close_clip,
    svg_begin_path, svg_move,       svg_line,        svg_curve,     svg_close,
    svg_end_path,   svg_circle,     svg_text,        svg_end,
};

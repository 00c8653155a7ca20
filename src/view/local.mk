# SPDX-License-Identifier: MIT
# room view: pictures and the replay page
libdriver_la_SOURCES += \
	%reldir%/plot.h \
	%reldir%/plot_anytime.c \
	%reldir%/plot_axis.c \
	%reldir%/plot_axis.h \
	%reldir%/plot_canvas.c \
	%reldir%/plot_canvas.h \
	%reldir%/plot_curves.c \
	%reldir%/plot_density.c \
	%reldir%/plot_density.h \
	%reldir%/plot_depths.c \
	%reldir%/plot_diagram.c \
	%reldir%/plot_distance.c \
	%reldir%/plot_frame.c \
	%reldir%/plot_gantt.c \
	%reldir%/plot_legend.c \
	%reldir%/plot_legend.h \
	%reldir%/plot_map.c \
	%reldir%/plot_obstacles.c \
	%reldir%/plot_obstacles.h \
	%reldir%/plot_prism.c \
	%reldir%/plot_sample.c \
	%reldir%/plot_sample.h \
	%reldir%/plot_scene.c \
	%reldir%/plot_speed.c \
	%reldir%/plot_scene.h \
	%reldir%/plot_svg.c \
	%reldir%/replay_page.c \
	%reldir%/replay_page.h \
	%reldir%/replay_parts.h \
	%reldir%/replay_text.c \
	%reldir%/replay_text.h
if HAVE_CAIRO
PNG_CPPFLAGS = -DHAVE_CAIRO
libdriver_la_SOURCES += %reldir%/plot_cairo.c
endif
nodist_libdriver_la_SOURCES += %reldir%/replay_parts.c
REPLAY_CODE = %reldir%/replay_model.js %reldir%/replay_shape.js %reldir%/replay_camera.js \
	%reldir%/replay_draw.js %reldir%/replay_timeline.js %reldir%/replay_lists.js \
	%reldir%/replay_plot.js %reldir%/replay_starts.js %reldir%/replay_player.js \
	%reldir%/replay_controls.js
REPLAY_PARTS = %reldir%/replay_page.html %reldir%/replay_style.css $(REPLAY_CODE)
EXTRA_DIST += $(REPLAY_PARTS)
CLEANFILES += %reldir%/replay_parts.c

# The replay page as texts in C, in numbers as the schema is; the scripts become one.
%reldir%/replay_parts.c: $(REPLAY_PARTS)
	$(AM_V_GEN)$(MKDIR_P) src/view && { \
	  echo '#include "view/replay_parts.h"' && \
	  for part in page:replay_page.html style:replay_style.css 'script:$(REPLAY_CODE)'; do \
	    echo "const unsigned char replay_parts_$${part%%:*}[] = {" && \
	    for file in $${part#*:}; do \
	      cat $(srcdir)/%reldir%/`basename $$file` || exit 1; \
	    done | od -An -v -tu1 | $(SED) 's/[0-9][0-9]*/&,/g' && \
	    echo '0};' || exit 1; \
	  done; } > $@.tmp && mv $@.tmp $@
EXTRA_DIST += %reldir%/README.md

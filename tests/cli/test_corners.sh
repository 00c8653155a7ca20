#!/bin/sh
# SPDX-License-Identifier: MIT
# Bodies with corners through the driver: pairs, check, the database.
# shellcheck source-path=SCRIPTDIR
. "$(dirname "$0")/driver.sh"
maps=$top_srcdir/maps

it 'the carriers of the dock meet as their shapes do'
runs 1 check --bodies "$maps/dock-bodies.csv" --all "$maps/dock.csv"
prints <<END
agent_a,agent_b,verdict,part,begin_s,end_s,depth_m,depth_at_s
ant,bee,touch,0,4.25,5.75,0,4.25
ant,gnu,touch,0,10,inf,0,10
elk,fox,conflict,0,6.375000000999999,7.624999999000001,0.625,7
END

it 'discs round them say otherwise'
runs 1 check --radius 0.5 "$maps/dock.csv"
prints_line cob,dor,conflict,0,2.294281087628784,2.955718912371216,0.11611652351681559,2.625

it 'the database keeps the corners, once for each shape'
runs 1 check --bodies "$maps/dock-bodies.csv" -o results.db "$maps/dock.csv"
runs 0 query results.db --format csv 'select a.label, count(*) as corners, sum(x_m) as x, sum(y_m) as y
    from agent a join body_vertex v using (plan_id, body_id) group by a.agent_id'
prints <<END
label,corners,x,y
ant,4,0,0
bee,4,0,0
cob,4,0,0
dor,4,0,0
elk,2,0,0
gnu,6,0,0
END
runs 0 query results.db --format csv 'select count(*) as bodies from body'
prints <<END
bodies
5
END

# a passes b edge along edge at the height of its corners, y above b's place.
squares() {
    cat >pairs.csv <<END
id,a_x,a_y,a_vx,a_vy,a_vertices,b_x,b_y,b_vx,b_vy,b_vertices
square,-4,$1,1,0,0 0 1 0 1 1 0 1,0,0,0,0,0 0 1 0 1 1 0 1
END
}

it 'edge along edge is a touch, an ulp less an overlap'
squares 1
runs 0 pairs --what verdict pairs.csv
prints <<END
id,verdict,depth,time
square,touch,0,3
END
squares 0x1.fffffffffffffp-1
runs 0 pairs --what verdict pairs.csv
prints <<END
id,verdict,depth,time
square,conflict,1.1102230246251565e-16,3
END
squares 0.5
runs 0 pairs pairs.csv
prints <<END
id,index,lower,upper
square,0,3,5
END
runs 0 pairs --what unsafe-starts pairs.csv
prints <<END
id,index,lower,upper
square,0,-5,inf
END

it 'a fault of a corner is shown at its number'
printf 'agent,vertices\nant,0 0 1 0 1 0\n' >bodies.csv
runs 2 check --bodies bodies.csv "$maps/dock.csv"
prints_nothing
says 'bodies.csv:2:13: error: a vertex of a body is repeated'
says 'hint: the polygon closes by itself: name each corner once'
leaves bodies.csv

summary

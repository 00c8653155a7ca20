#!/bin/sh
# SPDX-License-Identifier: MIT
# Writes the inputs that a fuzzer of text begins with: small files of every format, each behind
# the bytes that its target reads as options. (Targets of the library need none: any bytes are
# good numbers for them.)
#
#     tests/fuzz/seeds.sh FOLDER        writes FOLDER/TARGET/NAME
set -eu
folder=$1
maps=${top_srcdir:-$(dirname "$0")/../..}/maps
cut='\377' # ends a file

# seed TARGET NAME OPTIONS [FILE...]: the options (as printf has them), then the files.
seed() {
    mkdir -p "$folder/$1"
    seed=$folder/$1/$2
    # shellcheck disable=SC2059
    printf "$3" >"$seed"
    shift 3
    while [ $# -gt 0 ]; do
        cat "$1" >>"$seed"
        # shellcheck disable=SC2059
        [ $# -eq 1 ] || printf "$cut" >>"$seed"
        shift
    done
}

parts=$(mktemp -d)
trap 'rm -rf "$parts"' EXIT

# write NAME: the standard input as a part.
write() { cat >"$parts/$1"; }

write grid.csv <<'END'
0,0,0,0
0,1,0,0
0,0,0,0
END
write grid.map <<'END'
type octile
height 3
width 4
map
....
.@T.
G.W.
END
write grid.scen <<'END'
version 1
0	grid.map	4	3	0	0	3	2	3.8
0	grid.map	4	3	3	2	0	0	3.8
END
write grid.xml <<'END'
<?xml version="1.0"?>
<root><map><width>4</width><height>3</height>
<grid><row>0 0 0 0</row><row>0100</row><row>0 0 0 0</row></grid></map></root>
END
write task.xml <<'END'
<root><agent start_i="0" start_j="0" goal_i="2" goal_j="3"/>
<agent id="1" start_i="2" start_j="3" goal_i="0" goal_j="0"/></root>
END
write log.xml <<'END'
<root><agent start_i="0" start_j="0" goal_i="0" goal_j="2"/>
<agent start_i="0" start_j="2" goal_i="2" goal_j="2"/>
<log><summary time="0.1"/>
<agent number="0"><path duration="2"><section number="0" start_i="0" start_j="0" goal_i="0"
 goal_j="1" duration="1"/><section number="1" start_i="0" start_j="1" goal_i="0" goal_j="2"
 duration="1.5"/></path></agent>
<agent number="1"><path duration="2"><section number="0" start_i="0" start_j="2" goal_i="2"
 goal_j="2" duration="2"/></path></agent></log></root>
END
write roadmap.xml <<'END'
<graphml><key id="key0" for="node" attr.name="coords" attr.type="string"/>
<graph id="G" edgedefault="directed" parse.nodeids="canonical" parse.order="nodesfirst">
<node id="n0"><data key="key0">0,0</data></node>
<node id="n1"><data key="key0">3.5,-1e-3</data></node>
<node id="n2"><data key="key0">3,0x1p2</data></node>
<edge id="e0" source="n0" target="n1"><data key="key1">1</data></edge>
<edge id="e1" source="n1" target="n2"><data key="key1">1</data></edge>
<edge source='n2' target='n0'/>
</graph></graphml>
END
write task-ids.xml <<'END'
<root><agent start_id="0" goal_id="2"/><agent start_id="1" goal_id="0"/></root>
END
write vertices.csv <<'END'
vertex,x,y
a,0,0
b,4,0
"c ""d""",4,3.5
END
write edges.csv <<'END'
from,to,directed
a,b,0
b,"c ""d""",1
END
write scenario.csv <<'END'
agent,start_x,start_y,goal_x,goal_y,radius,speed
ada,0,0,3,2,0.3,1
bob,3,2,0,0,0.25,0x1p-1
END
write scenario-names.csv <<'END'
agent,start,goal,radius
ada,a,b,0.3
bob,b,a,0.3
END
write bodies.csv <<'END'
agent,radius,vertices
ada,0.5,
bob,0,-1 -1 1 -1 1 1 -1 1
END
write waypoints.csv <<'END'
agent,time,x,y,#note
ada,0,0,0,"a, ""b"""
bob,0,5,5,
ada,1.5,1e1,-0x1.8p1,
bob,4,0,0,
END
write motions.csv <<'END'
agent,start,duration,x,y,z,vx,vy,vz,ax,ay,az,radius
ada,0,2,0,0,0,1,0,0,0,0,0,0.5
ada,2,inf,2,0,0,0,0,0,0,0,0,0.5
bob,0,3,1,1,1,0,-1,0,0.5,0,0,0.25
END
write pairs.csv <<'END'
id,a_x,a_y,a_vx,a_vy,a_ax,a_ay,a_start,a_duration,a_radius,b_x,b_y,b_vx,b_vy,b_start,b_duration,b_radius
one,0,0,1,0,0,0,0,10,0.5,5,-5,0,1,0,10,0.5
two,0,0,1,0,0,0.25,0,inf,0.5,5,-5,0,1,1e-3,10,0x1p-1
END
write pairs-waypoints.csv <<'END'
id,a_x,a_y,a_to_x,a_to_y,a_start,a_end,a_delay,b_x,b_y,b_to_x,b_to_y,b_start,b_end,a_radius,b_radius,a_vertices
one,0,0,3,4,0,5,0,3,0,0,4,0,5,0.5,0.5,-1 -1 1 -1 0 1
END
write numbers <<'END'
0x1.fffffffffffffp+1023
END

# Plans of other programs.
write lns.txt <<'END'
Agent 0:(0,2)->(1,2)->(1,3)->
Agent 1:(2,4)->
END
write lacam.txt <<'END'
agents=2
map_file=a.map
solved=1
starts=(1,0),(3,0),
goals=(1,1),(3,0),
solution=
0:(1,0),(3,0),
1:(1,1),(3,0),
END
write tasks.txt <<'END'
0:(1,0,X_PLUS)->(4,1):5,(3,0,NONE)->(3,0):-1,
1:(2,0,X_PLUS)->(4,1):5,(3,0,NONE)->(3,0):-1,
END
write rhcr.txt <<'END'
2
7,-1,0;12,0,1;
0,-1,0;1,-1,1;
END
write rvo2.txt <<'END'
0 (8,0) (-1.5e-2,3)
0.25 (7.75,0) (0,2.5)
END
write orca.xml <<'END'
<root><agents number='2'><default_parameters size='0.3'/><agent id='a' start.xr='1'
start.yr='2' goal.xr='2' goal.yr='2' size='0.4'/></agents><map><width>4</width></map>
<algorithm><delta>1</delta><timestep>0.1</timestep></algorithm><log><summary/>
<agent id='b'><path pathfound='true' steps='4'>
<step number='0' xr='1.5' yr='2.5' next.xr='1' next.yr='1'/>
<step number='3' xr='1.6' yr='2.5'/></path></agent>
<agent id='a'><path><step number='0' x='1' y='2'/></path></agent></log></root>
END
write aasipp.xml <<'END'
<root><agents number='9'><agent id='z' start.x='7' start.y='7' goal.x='1' goal.y='1'/></agents>
<log><summary agentssolved='1 (100%)'/><path><row number='0'>0 *</row></path>
<agent id='north pole' start.x='1' start.y='2' goal.x='4' goal.y='2' size='0.4' movespeed='1'>
<path pathfound='true' duration='3.3'>
<section id='0' start.x='1' start.y='2' start.heading='-1' goal.x='1' goal.y='2' duration='0.1'/>
<section id='1' start.x='1' start.y='2' goal.x='4' goal.y='2' duration='3.2'/>
</path></agent></log></root>
END
write plan.yaml <<'END'
# a comment
statistics:
  cost: 3
schedule:
  agent0:
    - x: 1
      y: 4
      t: 0
    - x: 2
      y: 4
      t: 3
  'agent1': [{t: 0, y: 1, x: 1, k: [1, 2]}, {t: 3, x: 2, y: 1}]
END
write lorr.json <<'END'
{"makespan": 3, "actualPaths": ["F,R,F,T,C,F,W", "F"], "odd": {"a": [1e300]},
"start": [[1, 1, "E"], [2, 4, "N"]], "teamSize": 2, "actionModel": "MAPF_T"}
END
write lorr-segments.json <<'END'
{"actualPaths": ["[(0,1,2,0,0):(F 7,W 2)][(9,1,2,0,0):(F 3,R 5,F 5)]"],
"start": [[1, 2, "E"]], "agentMaxCounter": 5, "teamSize": 1, "actionModel": "MAPF_T"}
END
write sampled.csv <<'END'
t,id,px,py,vx,vy
0,a,1,2,0,0
0,b,5,5,0,0
0.5,a,2,2,9,9
END
write frames.csv <<'END'
frame;x0;y0;b.y;b.x
0;1;2;;
1;2;2;1;1
2;3;2;1;2
END
write named.csv <<'END'
when,who,east,north,junk
0,a,1,2,?
3,a,2,2,?
END
write tracker.scen <<'END'
version 1
1	a b.map	9	9	2	3	3	5	1
1	a b.map	9	9	5	5	5	5	0
END
write tracker.csv <<'END'
agents,solution_plan
1,2ur
2,"2ur
"
END

p=$parts
seed read-plan waypoints '\000\002' "$p/waypoints.csv"
seed read-plan motions '\000\001' "$p/motions.csv"
seed read-plan bodies '\000\020' "$p/bodies.csv" "$p/waypoints.csv"
seed read-plan log '\001\002' "$p/log.xml"
seed read-plan dock '\000\020' "$maps/dock-bodies.csv" "$maps/dock.csv"
for plan in lns.txt lacam.txt tasks.txt rhcr.txt rvo2.txt orca.xml aasipp.xml plan.yaml lorr.json \
    lorr-segments.json sampled.csv; do
    seed read-plan "$plan" '\001\002' "$p/$plan"
    seed convert "$plan" '\000\000\002\000' "$p/$plan"
done
seed read-plan grid '\000\042' "$p/lns.txt"
seed read-plan frames '\000\102\044\000' "$p/frames.csv"
seed read-plan named '\000\102\001\000' "$p/named.csv"
seed read-plan tracker '\000\102\000\026' "$p/tracker.scen" "$p/tracker.csv"
seed read-pairs motions '' "$p/pairs.csv"
seed read-pairs waypoints '' "$p/pairs-waypoints.csv"
seed read-map grid '\001' "$p/grid.csv"
seed read-map movingai '\003' "$p/grid.map"
seed read-map ccbs '\004' "$p/grid.xml"
seed read-map graphml '\000' "$p/roadmap.xml"
seed read-map roadmap '\010' "$p/edges.csv" "$p/vertices.csv"
seed read-scenario grid '\004\000' "$p/grid.csv" "$p/scenario.csv"
seed read-scenario movingai '\014\000' "$p/grid.map" "$p/grid.scen"
seed read-scenario ccbs '\014\000' "$p/grid.xml" "$p/task.xml"
seed read-scenario graphml '\014\000' "$p/roadmap.xml" "$p/task-ids.xml"
seed read-scenario roadmap '\004\010' "$p/edges.csv" "$p/vertices.csv" "$p/scenario-names.csv"
seed numbers decimal '\000\001-12.5e-3'
seed numbers hex '\005\001\002\003\004\005\006\007\010' "$p/numbers"
seed numbers infinite '\000\000inf'
seed check waypoints '\001\000\000\000\000' "$p/waypoints.csv"
seed check motions '\002\001\001\001\000' "$p/motions.csv"
seed check bodies '\003\002\001\000\001' "$p/bodies.csv" "$p/waypoints.csv"
seed check map '\001\003\000\002\002' "$p/grid.csv" "$p/waypoints.csv"
seed check log '\003\000\000\000\002' "$p/grid.xml" "$p/log.xml"
seed convert plan '\000\002\001\000' "$p/waypoints.csv"
seed convert log '\001\000\000\000' "$p/log.xml"
seed convert bodies '\000\001\000\003' "$p/bodies.csv" "$p/waypoints.csv"
seed convert map '\002\004\000\000' "$p/grid.csv"
seed convert movingai '\000\003\003\000' "$p/grid.map"
seed convert graphml '\002\006\000\000' "$p/roadmap.xml"
seed convert roadmap '\002\007\001\002' "$p/edges.csv" "$p/vertices.csv"
seed convert scenario '\003\011\001\001' "$p/grid.csv" "$p/scenario.csv"
seed convert task '\000\010\000\001' "$p/grid.xml" "$p/task.xml"
seed solve grid '\000\000\000\000' "$p/grid.csv" "$p/scenario.csv"
seed solve movingai '\001\001\000\000' "$p/grid.map" "$p/grid.scen"
seed solve ccbs '\000\002\002\000' "$p/grid.xml" "$p/task.xml"
seed solve roadmap '\000\006\000\001' "$p/edges.csv" "$p/vertices.csv" "$p/scenario-names.csv"
seed solve graphml '\002\000\000\000' "$p/roadmap.xml" "$p/task-ids.xml"
seed sql text '\000\021SELECT graze_verdict(0,0,1,0,0,10,0.5,5,-5,0,1,1.4,10,0.5), count(*) FROM motion'

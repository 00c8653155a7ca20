// SPDX-License-Identifier: MIT
// The lists at the side: meetings in order of time, and agents. A page of rows at a
// time; texts go in as text, whatever they are.

const PAGE = 100;
const lists = {meetingPage: 0, agentPage: 0, sort: "label", shownMeetings: null, shownAgents: null};

function listedMeetings() {
    if (lists.shownMeetings !== null) return lists.shownMeetings;
    const wanted = [false, element("show-touch").checked, element("show-graze").checked, element("show-conflict").checked];
    const onlyChosen = element("only-chosen").checked, chosen = new Set(ui.selected);
    lists.shownMeetings = meetings.filter((meeting) => wanted[meeting.verdict] &&
        (!onlyChosen || chosen.has(meeting.a) || chosen.has(meeting.b)));
    return lists.shownMeetings;
}

function cell(row, text, className) {
    const made = row.insertCell();
    made.textContent = text;
    if (className) {
        made.className = className;
        made.title = text;
    }
    return made;
}

function button(parent, text, label, action) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "plain";
    made.textContent = text;
    made.setAttribute("aria-label", label);
    made.addEventListener("click", action);
    parent.append(made);
    return made;
}

function addMeetingRow(body, meeting) {
    const row = body.insertRow(), [first, second] = nameOf(meeting);
    row.dataset.meeting = meeting.index;
    row.setAttribute("aria-selected", String(meeting.index === ui.focus));
    button(cell(row, ""), shortText(meeting.begin), `${VERDICTS[meeting.verdict]} of ${first} and ${second} at ${shortText(meeting.begin)} s`,
        () => focusMeeting(meeting));
    cell(row, `${first} · ${second}`, "name");
    cell(row, VERDICTS[meeting.verdict]);
    cell(row, shortText(meeting.depth), "number");
    row.addEventListener("click", (event) => { if (event.target.tagName !== "BUTTON") focusMeeting(meeting); });
}

function showPager(name, page, count) {
    const pages = Math.max(1, Math.ceil(count / PAGE));
    element(name + "-pager").hidden = pages === 1;
    element(name + "-page").textContent = `${page + 1} of ${pages}`;
    element(name + "-back").disabled = page === 0;
    element(name + "-on").disabled = page + 1 >= pages;
}

function showMeetings() {
    lists.shownMeetings = null;
    const shown = listedMeetings(), body = element("conflict-rows");
    lists.meetingPage = Math.max(0, Math.min(lists.meetingPage, Math.ceil(shown.length / PAGE) - 1));
    body.replaceChildren();
    for (const meeting of shown.slice(lists.meetingPage * PAGE, (lists.meetingPage + 1) * PAGE)) addMeetingRow(body, meeting);
    element("conflict-count").textContent = `${shown.length} of ${meetings.length} meetings`;
    showPager("conflict", lists.meetingPage, shown.length);
    timeline.stale = true;
}

// Turns to the page of a meeting and marks its row.
function revealMeeting(meeting) {
    const place = listedMeetings().indexOf(meeting);
    if (place >= 0) lists.meetingPage = Math.floor(place / PAGE);
    showMeetings();
    const row = element("conflict-rows").querySelector('[aria-selected="true"]');
    if (row !== null) row.scrollIntoView({block: "nearest"});
}

let markedPresent = "";
// Marks the rows of conflicts that are going on.
function markPresent() {
    const going = new Set(present.meetings.map((meeting) => String(meeting.index)));
    const key = Array.from(going).join(" ") + "/" + lists.meetingPage + "/" + meetingRowsShown();
    if (key === markedPresent) return;
    markedPresent = key;
    for (const row of element("conflict-rows").rows) row.classList.toggle("now", going.has(row.dataset.meeting));
}

function meetingRowsShown() {
    return element("conflict-rows").rows.length;
}

// ---- agents --------------------------------------------------------------------------

function slackKey(agent) {
    const slack = slackOf[agent.index];
    return slack === null ? Infinity : slack.inConflict ? -1 : slack.delay;
}

const COLLATOR = new Intl.Collator("en", {numeric: true});
const ORDERS = {
    label: (p, q) => COLLATOR.compare(p.label, q.label),
    conflicts: (p, q) => conflictsOf[q.index] - conflictsOf[p.index],
    slack: (p, q) => (slackKey(p) < slackKey(q) ? -1 : slackKey(p) > slackKey(q) ? 1 : 0),
};

function listedAgents() {
    const wanted = element("search").value.trim().toLowerCase();
    return agents.filter((agent) => wanted === "" || agent.label.toLowerCase().includes(wanted))
        .sort((p, q) => ORDERS[lists.sort](p, q) || p.index - q.index);
}

function slackText(slack) {
    if (slack === null) return "";
    return slack.inConflict ? "in conflict" : slack.delay === Infinity ? "∞" : shortText(slack.delay) + " s";
}

function addAgentRow(body, agent) {
    const row = body.insertRow();
    row.dataset.agent = agent.index;
    row.setAttribute("aria-selected", String(ui.selected.includes(agent.index)));
    const name = cell(row, "", "name");
    name.title = agent.label;
    button(name, agent.label, `select ${agent.label}`, (event) => chooseAgent(agent.index, event.shiftKey || event.ctrlKey, true));
    cell(row, conflictsOf[agent.index] > 0 ? `◯ ${conflictsOf[agent.index]}` : "");
    if (run.slack === null) return;
    const slack = slackOf[agent.index], shown = cell(row, slackText(slack));
    if (slack !== null && slack.delay !== Infinity && slack.other >= 0)
        shown.title = `${exactText(slack.delay)} s, then with ${agents[slack.other].label}`;
}

function showAgents() {
    const shown = listedAgents(), body = element("agent-rows");
    lists.agentPage = Math.max(0, Math.min(lists.agentPage, Math.ceil(shown.length / PAGE) - 1));
    body.replaceChildren();
    for (const agent of shown.slice(lists.agentPage * PAGE, (lists.agentPage + 1) * PAGE)) addAgentRow(body, agent);
    element("agent-count").textContent = `${shown.length} of ${agentCount}`;
    element("slack-head").hidden = run.slack === null;
    showPager("agent", lists.agentPage, shown.length);
    for (const sorter of document.querySelectorAll("button.sort"))
        sorter.closest("th").setAttribute("aria-sort", sorter.dataset.sort === lists.sort ? "ascending" : "none");
}

// Several agents at a time with shift; the same one again lets go.
function chooseAgent(index, more, centre) {
    const had = ui.selected.includes(index);
    if (more) ui.selected = had ? ui.selected.filter((i) => i !== index) : ui.selected.concat(index);
    else ui.selected = had && ui.selected.length === 1 ? [] : [index];
    selectionChanged();
    if (centre && ui.selected.includes(index)) {
        centreOn([index]);
        closeEnough([index]);
    }
    changed();
}

function selectionChanged() {
    showAgents();
    if (element("only-chosen").checked) showMeetings();
    timeline.stale = true;
    showStarts();
    saveHash();
}

function wireLists() {
    for (const id of ["show-conflict", "show-graze", "show-touch", "only-chosen"])
        element(id).addEventListener("change", () => { lists.meetingPage = 0; showMeetings(); changed(); });
    const turn = (name, page, show) => {
        element(name + "-back").addEventListener("click", () => { lists[page]--; show(); changed(); });
        element(name + "-on").addEventListener("click", () => { lists[page]++; show(); changed(); });
    };
    turn("conflict", "meetingPage", showMeetings);
    turn("agent", "agentPage", showAgents);
    element("search").addEventListener("input", () => { lists.agentPage = 0; showAgents(); });
    element("search").addEventListener("keydown", (event) => {
        const found = listedAgents();
        if (event.key !== "Enter" || found.length === 0) return;
        ui.selected = [];
        chooseAgent(found[0].index, false, true);
    });
    for (const sorter of document.querySelectorAll("button.sort"))
        sorter.addEventListener("click", () => { lists.sort = sorter.dataset.sort; lists.agentPage = 0; showAgents(); });
}

# SPDX-License-Identifier: MIT
"""A headless Chromium that tests drive through a pipe (DevTools protocol, messages that
end with a 0 byte on file descriptors 3 and 4): no port, no package beyond Python's own.

    with Browser() as browser:
        page = browser.open("/path/to/page.html", width=1200, height=800)
        page.evaluate("document.title")
"""

import base64
import json
import os
import select
import shutil
import struct
import subprocess
import tempfile
import time
import zlib
from pathlib import Path

PATIENCE = 60  # seconds for one answer


class Browser:
    """One process with a profile of its own, which is thrown away."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="graze-browser-")
        command_read, self.command = os.pipe()
        self.answers, answer_write = os.pipe()
        self.process = subprocess.Popen(
            ["sh", "-c", f'exec "$0" "$@" 3<&{command_read} 4>&{answer_write}',
             os.environ.get("CHROMIUM", "chromium"), "--headless", "--remote-debugging-pipe",
             f"--user-data-dir={self.profile}", "--no-sandbox", "--no-first-run", "--disable-gpu",
             "--disable-dev-shm-usage", "--disable-extensions", "--hide-scrollbars",
             "--host-resolver-rules=MAP * ~NOTFOUND", "about:blank"],
            pass_fds=(command_read, answer_write), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(command_read)
        os.close(answer_write)
        self.pending = b""
        self.number = 0
        self.events = []
        self.targets = []
        self.pages = []

    def __enter__(self):
        return self

    def __exit__(self, *reason):
        try:
            self.call("Browser.close")
            self.process.wait(10)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        os.close(self.command)
        os.close(self.answers)
        shutil.rmtree(self.profile, ignore_errors=True)

    def receive(self, until):
        """The next message."""
        while b"\0" not in self.pending:
            ready, _, _ = select.select([self.answers], [], [], max(0.0, until - time.monotonic()))
            piece = os.read(self.answers, 1 << 20) if ready else b""
            if not piece:
                raise RuntimeError("the browser does not answer")
            self.pending += piece
        message, self.pending = self.pending.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        """Calls a method of the protocol and returns its result; events are kept."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.command, data):]
        until = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(until)
            if answer.get("id") != self.number:
                self.events.append(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def open(self, path, width=1200, height=800, hash_part="", features=()):
        """Opens a file in a new tab, as file://, and waits until it is loaded and drawn."""
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.targets.append(target)
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.call(domain + ".enable")
        page.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        page.call("Emulation.setEmulatedMedia",
                  features=[{"name": name, "value": value} for name, value in features])
        page.call("Page.navigate", url=Path(path).resolve().as_uri() + hash_part)
        page.wait("document.readyState === 'complete' && location.protocol === 'file:'")
        page.settle()
        self.pages.append(page)
        return page

    def complaints(self):
        """What the pages that are open should not have done; the last one is in front."""
        if self.pages:
            self.pages[-1].settle()
        return [complaint for page in self.pages for complaint in page.complaints()]

    def close_pages(self):
        for target in self.targets:
            self.call("Target.closeTarget", targetId=target)
        self.targets, self.events, self.pages = [], [], []


class Page:
    """One tab."""

    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def call(self, method, **parameters):
        return self.browser.call(method, session=self.session, **parameters)

    def evaluate(self, script):
        """The value of an expression, promises awaited; its failure is ours."""
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def wait(self, condition, seconds=PATIENCE):
        """Waits until an expression is true."""
        until = time.monotonic() + seconds
        while not self.evaluate(condition):
            if time.monotonic() > until:
                raise RuntimeError(f"never true: {condition}")
            time.sleep(0.02)

    def settle(self):
        """Waits until what was asked for has been drawn."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def press(self, key, shift=False):
        """A key as a keyboard sends it."""
        names = {" ": "Space"}
        text = key if len(key) == 1 else ""
        event = {"key": key, "code": names.get(key, key), "modifiers": 8 if shift else 0}
        self.call("Input.dispatchKeyEvent", type="keyDown", **event, **({"text": text} if text else {}))
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)
        self.settle()

    def mouse(self, kind, x, y, **more):
        self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

    def drag(self, start, end, shift=False):
        """Presses the left button at one point and lets go at another."""
        held = {"modifiers": 8 if shift else 0}
        self.mouse("mousePressed", *start, button="left", buttons=1, clickCount=1, **held)
        steps = 4 if start != end else 0
        for i in range(1, steps + 1):
            at = [a + (b - a) * i / steps for a, b in zip(start, end)]
            self.mouse("mouseMoved", *at, button="left", buttons=1, **held)
        self.mouse("mouseReleased", *end, button="left", buttons=0, clickCount=1, **held)
        self.settle()

    def click(self, selector):
        """Clicks in the middle of an element, as a person would."""
        self.evaluate(f"document.querySelector({json.dumps(selector)}).scrollIntoView({{block: 'center'}})")
        x, y, width, height = self.box(selector)
        self.drag((x + width / 2, y + height / 2), (x + width / 2, y + height / 2))

    def type(self, selector, text):
        """Puts a text into a box and hands it over, as Enter does."""
        self.evaluate(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)}); box.focus();"
            f" box.value = {json.dumps(text)}; box.dispatchEvent(new Event('input', {{bubbles: true}}));"
            " box.dispatchEvent(new Event('change', {bubbles: true})); box.blur(); })()")
        self.settle()

    def slide(self, selector, value):
        """Drags a slider to a value."""
        self.evaluate(
            f"(() => {{ const box = document.querySelector({json.dumps(selector)}); box.value = {value};"
            " box.dispatchEvent(new Event('input', {bubbles: true})); })()")
        self.settle()

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")

    def complaints(self):
        """Everything that the page should not have done: errors, warnings, requests."""
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            method, parameters = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                details = parameters["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            elif method == "Runtime.consoleAPICalled":
                found.append("console: " + str(parameters["args"]))
            elif method == "Log.entryAdded":
                found.append("log: " + parameters["entry"]["text"])
            elif method == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                if not url.startswith(("file:", "about:")) or parameters["type"] != "Document":
                    found.append("request: " + url)
        return found

    def screenshot(self, clip=None, path=None):
        """The picture, or its part (x, y, width, height); kept as PNG when a path is given."""
        self.settle()
        part = {} if clip is None else {
            "clip": dict(zip(("x", "y", "width", "height", "scale"), (*clip, 1)))}
        data = base64.b64decode(self.call("Page.captureScreenshot", format="png", optimizeForSpeed=True, **part)["data"])
        if path is not None:
            Path(path).write_bytes(data)
        return Picture(data)

    def box(self, selector):
        """Where an element is shown: (x, y, width, height)."""
        return self.evaluate(
            f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
            " return [r.x, r.y, r.width, r.height]; })()")


class Picture:
    """The pixels of a PNG with 8 bits a channel, RGB or RGBA."""

    def __init__(self, data):
        at, packed = 8, b""
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            body = data[at + 8:at + 8 + length]
            if kind == b"IHDR":
                self.width, self.height, depth, colour = struct.unpack(">IIBB", body[:10])
                self.channels = {2: 3, 6: 4}[colour]
                assert depth == 8
            elif kind == b"IDAT":
                packed += body
            at += 12 + length
        self.rows = self.unfilter(zlib.decompress(packed))

    def unfilter(self, raw):
        """Undoes the prediction of each row (PNG specification, section 9)."""
        step, wide = self.channels, self.channels * self.width
        rows, above = [], bytearray(wide)
        for y in range(self.height):
            kind = raw[y * (wide + 1)]
            row = bytearray(raw[y * (wide + 1) + 1:(y + 1) * (wide + 1)])
            if kind == 2:  # by far the most frequent one, so it shall be quick
                row = bytearray([(value + up) & 255 for value, up in zip(row, above)])
            for x in range(wide if kind not in (0, 2) else 0):
                left = row[x - step] if x >= step else 0
                corner = above[x - step] if x >= step else 0
                row[x] = (row[x] + predict(kind, left, above[x], corner)) & 255
            rows.append(row)
            above = row
        return rows

    def at(self, x, y):
        """The colour (red, green, blue) of a pixel."""
        row, x = self.rows[int(y)], int(x) * self.channels
        return tuple(row[x:x + 3])

    def count(self, wanted, left=0, top=0, right=None, bottom=None):
        """How many pixels of a rectangle satisfy wanted(red, green, blue)?"""
        right = self.width if right is None else right
        bottom = self.height if bottom is None else bottom
        return sum(wanted(*self.at(x, y)) for y in range(int(top), int(bottom))
                   for x in range(int(left), int(right)))


def predict(kind, left, up, corner):
    if kind == 1:
        return left
    if kind == 3:
        return (left + up) // 2
    estimate = left + up - corner
    near = [abs(estimate - value) for value in (left, up, corner)]
    return (left, up, corner)[near.index(min(near))]

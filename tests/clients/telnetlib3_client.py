"""Logs in with telnetlib3, talks, and prints what was agreed, one fact a line.

Usage: telnetlib3_client.py PORT PASSWORD
"""

import asyncio
import sys
from importlib.metadata import version

import telnetlib3
from telnetlib3.telopt import CHARSET, EOR, GMCP, NAWS, NEW_ENVIRON, TTYPE

PATIENCE = 10


async def until(reader, text):
    """Reads until a text has come; what was read on the way."""
    read = ""
    while text not in read:
        more = await asyncio.wait_for(reader.read(1024), PATIENCE)
        if not more:
            raise SystemExit(f"the end came before {text!r}: {read!r}")
        read += more
    return read


async def main(port, password):
    reader, writer = await telnetlib3.open_connection(
        "127.0.0.1", port, encoding="utf8", term="XTERM-256COLOR", cols=77, rows=24
    )
    marks, rooms = [], asyncio.Queue(16)

    def told(package, data):
        if package == "Room.Info":
            rooms.put_nowait(data)

    writer.set_ext_callback(GMCP, told)
    writer.set_iac_callback(telnetlib3.telopt.CMD_EOR, marks.append)
    await until(reader, "What is your name?")
    writer.send_gmcp("Core.Hello", {"client": "telnetlib3", "version": version("telnetlib3")})
    writer.send_gmcp("Core.Supports.Set", ["Room 1"])
    writer.write(f"create bob {password}\r\n")
    read = await until(reader, "Exits")
    print("colours:", "256" if "\x1b[1;38;5;" in read else "none")
    room = await asyncio.wait_for(rooms.get(), PATIENCE)
    print("room:", room["name"])
    writer.write("say Émile\r\n")
    await until(reader, 'You say, "Émile"')
    print("said: Émile")
    writer.write("set mccp on\r\n")
    await until(reader, "Compression is now on")
    writer.write("look well\r\n")
    await until(reader, "It is deep.")
    print("compressed:", writer.mccp2_active)
    writer.write("quit\r\n")
    await until(reader, "All is saved.")
    print("goodbye: read")
    names = {CHARSET: "CHARSET", EOR: "EOR", GMCP: "GMCP"}
    theirs = [name for option, name in names.items() if writer.remote_option.enabled(option)]
    names = {NAWS: "NAWS", NEW_ENVIRON: "NEW-ENVIRON", TTYPE: "TTYPE"}
    ours = [name for option, name in names.items() if writer.local_option.enabled(option)]
    print("server:", *theirs)
    print("client:", *ours)
    print("marked:", bool(marks))
    print("telnetlib3", version("telnetlib3"))


asyncio.run(main(int(sys.argv[1]), sys.argv[2]))

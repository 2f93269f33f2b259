"""A remote cache for tests: Bazel's HTTP protocol, GET and PUT of files below a folder.

    cache_server.py FOLDER PORT_FILE     writes the port it listens on into PORT_FILE
"""

import http.server
import os
import sys
import tempfile


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 1 << 16
    disable_nagle_algorithm = True

    def path_of_request(self):
        kind, _, name = self.path.strip("/").partition("/")
        if kind not in ("ac", "cas") or not name.isalnum():
            return None
        return os.path.join(self.server.folder, kind, name)

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        path = self.path_of_request()
        if not path or not os.path.exists(path):
            self.answer(404)
            return
        with open(path, "rb") as file:
            self.answer(200, file.read())

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        path = self.path_of_request()
        if not path:
            self.answer(403)
            return
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=self.server.folder, delete=False) as file:
            file.write(body)
        os.rename(file.name, path)
        self.answer(200)

    def log_message(self, *arguments):
        pass


class Server(http.server.ThreadingHTTPServer):
    # Bazel asks for all files of a folder at once.
    request_queue_size = 512


def main(folder, port_file):
    os.makedirs(folder, exist_ok=True)
    server = Server(("127.0.0.1", 0), Handler)
    server.folder = folder
    with open(port_file + ".new", "w", encoding="utf-8") as file:
        file.write(str(server.server_address[1]))
    os.rename(port_file + ".new", port_file)
    server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])

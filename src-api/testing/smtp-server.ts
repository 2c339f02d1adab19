import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** A mail server that implements as much SMTP as the portal's mails need, and records them. */
export type SmtpServer = {
  port: number;
  /** All received data, in chunks. */
  received: string[];
  /** Replies by the command that they refuse, `.` for the end of a mail: `RCPT TO` → `550 no such mailbox`. */
  refusals: Map<string, string>;
  /** Connections accepted so far. */
  connections: number;
  /** While true it accepts connections but does not answer. */
  silent: boolean;
  /** Ends the connection, without an answer, at what begins with this command. */
  endAt: string | null;
  /** The accepted mails, with their headers. */
  mails: string[];
  close(): Promise<void>;
};

function converse(socket: Socket, smtp: SmtpServer): void {
  let data: string | null = null;
  socket.on("error", () => {}); // the client was killed
  if (smtp.silent) return;
  socket.write("220 test\r\n");
  socket.on("data", (chunk) => {
    let text = chunk.toString();
    smtp.received.push(text);
    if (data !== null) {
      data += text;
      if (!data.endsWith("\r\n.\r\n")) return;
      smtp.mails.push(data);
      data = null;
      text = ".";
    }
    if (smtp.endAt && text.startsWith(smtp.endAt)) return void socket.destroy();
    const refusal = [...smtp.refusals].find(([command]) => text.startsWith(command))?.[1];
    if (refusal) return void socket.write(`${refusal}\r\n`);
    if (text.startsWith("DATA")) {
      data = "";
      return void socket.write("354 go on\r\n");
    }
    if (text.startsWith("STARTTLS")) return void socket.write("502 not here\r\n");
    if (text.startsWith("QUIT")) return void socket.end("221 bye\r\n");
    socket.write("250 ok\r\n");
  });
}

/** Starts a mail server on a free port of this machine. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    smtp.connections += 1;
    socket.once("close", () => sockets.delete(socket));
    converse(socket, smtp);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // listens on a port, not on a pipe
  const smtp: SmtpServer = {
    port,
    received: [],
    refusals: new Map(),
    connections: 0,
    silent: false,
    endAt: null,
    mails: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return smtp;
}

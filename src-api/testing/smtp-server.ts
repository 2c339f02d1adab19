import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";

/** A mail server that speaks as much SMTP as the portal's mails need, and keeps what it was sent. */
export type SmtpServer = {
  port: number;
  /** Everything that was sent to it, in pieces. */
  received: string[];
  /** Replies by the command that they refuse: `RCPT TO` → `550 no such mailbox`. */
  refusals: Map<string, string>;
  /** While true it takes connections and says nothing. */
  silent: boolean;
  /** Whole mails that it took, with their headers. */
  mails: string[];
  close(): Promise<void>;
};

function converse(socket: Socket, smtp: SmtpServer): void {
  let data: string | null = null;
  socket.on("error", () => {}); // a client that is killed
  if (smtp.silent) return;
  socket.write("220 test\r\n");
  socket.on("data", (chunk) => {
    const text = chunk.toString();
    smtp.received.push(text);
    if (data !== null) {
      data += text;
      if (!data.endsWith("\r\n.\r\n")) return;
      smtp.mails.push(data);
      data = null;
    }
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

/** Starts it on a free port of this machine. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    converse(socket, smtp);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo; // listens on a port, not on a pipe
  const smtp: SmtpServer = {
    port,
    received: [],
    refusals: new Map(),
    silent: false,
    mails: [],
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
  return smtp;
}

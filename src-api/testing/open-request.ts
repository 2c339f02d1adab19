import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";

/** A connection on which requests are written by hand. */
export type OpenConnection = {
  /** Sends bytes as they are. */
  write(bytes: string): void;
  /** Resolves with the next bytes that the server sends. */
  next(): Promise<string>;
  /** Resolves with everything that the server still sends, once it has closed the connection. */
  rest(): Promise<string>;
};

/** Connects to a server, and sends the given bytes. */
export async function openConnection(origin: string, bytes = ""): Promise<OpenConnection> {
  const { hostname, port } = new URL(origin);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.write(bytes);
  return {
    write: (more) => void socket.write(more),
    next: async () => String((await once(socket, "data"))[0]),
    rest: () => text(socket),
  };
}

/** Returns the bytes of a GET request that keeps the connection open. */
export const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nhost: portal.test\r\n\r\n`;

/** A contact message of which the server has read only the head. */
export type StartedRequest = OpenConnection & {
  /** Sends the body. */
  finish(): void;
};

/** Sends the head of a contact message, and resolves once the server is waiting for the body. */
export async function startRequest(origin: string): Promise<StartedRequest> {
  const message = { name: "Ada", email: "ada@example.com", subject: "Question", message: "Hello" };
  const body = JSON.stringify(message);
  const head = [
    "POST /api/contact HTTP/1.1",
    "host: portal.test",
    "content-type: application/json",
    `content-length: ${body.length}`,
    "expect: 100-continue",
  ];
  const connection = await openConnection(origin, `${head.join("\r\n")}\r\n\r\n`);
  await connection.next(); // 100 Continue
  return { ...connection, finish: () => connection.write(body) };
}

import { prettyFactory } from "pino-pretty";

type Output = { isTTY?: boolean; write(text: string): unknown };

/**
 * Returns what writes the log for people, if it goes to a terminal; null elsewhere, where programs read it as lines
 * of JSON.
 */
export function terminalLog(output: Output): { write(line: string): void } | null {
  if (!output.isTTY) return null;
  const pretty = prettyFactory({
    colorize: !process.env["NO_COLOR"],
    translateTime: "SYS:HH:MM:ss",
    ignore: "pid,hostname,reqId,req,res,responseTime",
    messageFormat: "{if res.statusCode}{req.method} {req.url} {res.statusCode}, {end}{msg}",
    singleLine: true,
  });
  return { write: (line) => void output.write(pretty(line)) };
}

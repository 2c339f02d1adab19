import { randomBytes } from "node:crypto";
import { PgBoss, TestClock } from "pg-boss";
import type { Connection } from "#api/infra/database/connect.ts";
import { Jobs } from "#api/infra/jobs/jobs.ts";
import { connectOwn } from "./test-portal.ts";

/** The jobs of several processes on one database, with a clock that stands still. Close it afterwards. */
export type JobProcesses = {
  connection: Connection;
  clock: TestClock;
  /** Encrypts sealed payloads. */
  key: Buffer;
  /** Receives what the processes log, in `logged`. */
  log: Record<"warn" | "error", (details: object, message: string) => void>;
  logged: string[];
  /** Returns the jobs of another process. Without a test clock, time is real and they run by themselves. */
  open(options: ConstructorParameters<typeof Jobs>[1]): Jobs;
  /** Returns what is stored of all jobs, as one text. */
  storedJobs: () => Promise<string>;
  /** Has the library release lost runs and delete what is too old, as it does by itself every minute. */
  supervise(): Promise<void>;
  close(): Promise<void>;
};

/** Connects to an empty database, at 2026-03-01T12:00:00Z. */
export async function startJobProcesses(): Promise<JobProcesses> {
  const connection = await connectOwn();
  const opened: Jobs[] = [];
  const logged: string[] = [];
  const clock = new TestClock("2026-03-01T12:00:00Z");
  const record = (_: object, message: string) => void logged.push(message);
  return {
    connection,
    clock,
    key: randomBytes(32),
    log: { warn: record, error: record },
    logged,
    open: (options) => {
      const jobs = new Jobs(connection.jobStore, options);
      opened.push(jobs);
      return jobs;
    },
    storedJobs: async () => {
      const { rows } = await connection.jobStore.executor.executeSql("select * from pgboss.job");
      return rows.length === 0 ? "" : JSON.stringify(rows);
    },
    supervise: async () => {
      const { backend, executor } = connection.jobStore;
      const boss = new PgBoss({ db: executor, backend, clock, schedule: false });
      await boss.start();
      await boss.supervise();
      await boss.stop({ graceful: false, close: false });
    },
    close: async () => {
      for (const jobs of opened) await jobs.close();
      await connection.close();
    },
  };
}

/** Lets the process go on when what reads its output ends first, as `head` does: Node would end it. */
export function ignoreClosedOutput(): void {
  for (const output of [process.stdout, process.stderr]) {
    output.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
}

/**
 * Returns the result of a command. If the process ends before, which Node does once nothing but promises is
 * left, it says so and exits with 1.
 */
export async function runToEnd<Result>(work: () => Promise<Result>): Promise<Result> {
  const reportEarlyExit = () => {
    process.stderr.write("The command ended before its work was done. Run it again.\n");
    process.exitCode = 1;
  };
  process.once("exit", reportEarlyExit);
  try {
    return await work();
  } finally {
    process.off("exit", reportEarlyExit);
  }
}

/** Where a long command reports what it does. */
export type Report = {
  print: (line: string) => void;
  /** Shows how far it is. */
  advance: (done: number, total: number) => void;
  /** Removes the progress bar. */
  end: () => void;
};

/** Characters of the progress bar. */
const width = 30;

type Output = { isTTY?: boolean; write: (text: string) => unknown };

function barReport(out: Output, err: Output): Report {
  let bar = "";
  const clear = () => void (bar && err.write("\r\u001B[2K"));
  return {
    print: (line) => {
      clear();
      out.write(`${line}\n`);
      err.write(bar);
    },
    advance: (done, total) => {
      const filled = Math.floor((done / Math.max(1, total)) * width);
      const next = `[${"#".repeat(filled)}${"-".repeat(width - filled)}] ${done} of ${total}`;
      clear();
      bar = next;
      err.write(bar);
    },
    end: () => {
      clear();
      bar = "";
    },
  };
}

/** Prints a line for every twentieth part, but not for less than a hundred. */
function lineReport(out: Output, err: Output): Report {
  let printed = 0;
  return {
    print: (line) => void out.write(`${line}\n`),
    advance: (done, total) => {
      if (done < printed) printed = 0; // the next step of the same command
      if (done < total && done - printed < Math.max(100, total / 20)) return;
      printed = done;
      err.write(`${done} of ${total}\n`);
    },
    end: () => {},
  };
}

/** Returns a report: results on `out`; progress on `err`, as a bar on a terminal, else in lines. */
export const createReport = (out: Output, err: Output): Report =>
  err.isTTY ? barReport(out, err) : lineReport(out, err);

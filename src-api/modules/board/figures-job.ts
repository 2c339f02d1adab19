import * as z from "zod/mini";
import { defineJob } from "../../infra/jobs/job.ts";

/** Adds up the changes of figures, every minute: few are left for whoever reads them. */
export const figuresJob = defineJob({
  name: "board.add-up-figures",
  payload: z.object({}),
  singleton: true,
  schedule: "* * * * *",
});

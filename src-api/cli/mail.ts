import { Argument } from "commander";
import { emailField } from "#shared/api/fields.ts";
import { readBrand } from "#api/brand.ts";
import { textsIn } from "#api/infra/i18n/messages.ts";
import { sendTestMail } from "#api/infra/mail/mailer.ts";
import { parseWith } from "./channel/arguments.ts";
import { readBrandInForce } from "./channel/brand-in-force.ts";
import { commandLine, runWithSettings } from "./channel/command-program.ts";
import { explainFailure } from "./explain-failure.ts";

type Input = { to: string };

/** Sends from this process: settings can be tried before the portal has been started with them. */
const perform = ({ to }: Input): Promise<void> =>
  runWithSettings(async (config) => {
    // The mail server can be tried while the database cannot be used.
    const brand = await readBrandInForce(config).catch(async (error: unknown) => {
      const ofFiles = await readBrand(config.brandDir);
      const reason = explainFailure(error, config) ?? String(error);
      process.stderr.write(
        `The settings in the database cannot be read, so the mail names the sender of ${config.brandDir}. ${reason}\n`,
      );
      return ofFiles;
    });
    const sent = await sendTestMail(config, brand, { to });
    process.stdout.write(
      "server" in sent
        ? `${textsIn("en")("mail-server:sent", { server: sent.server, to })}\n`
        : `No e-mail server is set (SMTP_URL): the mail was written to ${sent.file}\n`,
    );
  });

await commandLine<Input>(
  {
    name: "mail",
    define: (program, run) =>
      void program
        .description("The mail server.")
        .command("test")
        .description("sends a mail, or says what has to be changed for that")
        .addArgument(
          new Argument("<email>").argParser(parseWith(emailField, "Name an e-mail address.")),
        )
        .action((to: string) => run({ to })),
  },
  perform,
).parseAsync();

import { Button, Field, makeStyles, Select } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { exportBooks } from "#shared/api/books.ts";
import { addMonths } from "#shared/calendar-date.ts";
import { localeOf } from "#shared/languages.ts";
import { call } from "#renderer/api-client/client.ts";
import { FormSuccess } from "#renderer/components/form/form-outcome.tsx";
import { saveAsFile } from "#renderer/components/save-as-file.ts";
import { PasswordDialog } from "#renderer/features/account/index.ts";
import { businessDay } from "#renderer/i18n/formats.ts";
import { BoardPart } from "./board-part.tsx";

const useStyles = makeStyles({
  row: { display: "flex", flexWrap: "wrap", alignItems: "end", gap: "12px" },
  button: { minHeight: "40px" },
});

/** Months that are offered; the command has all of them. */
const shownMonths = 36;

/** Downloads the books of a month, after asking for the password. */
export function Books() {
  const styles = useStyles();
  const { t, i18n } = useTranslation("board");
  const [current] = useState(() => businessDay(Date.now()).slice(0, 7));
  // The books of the last month are complete.
  const [month, setMonth] = useState(() => addMonths(current, -1));
  const [isAsking, setAsking] = useState(false);
  const [done, setDone] = useState("");
  const months = Array.from({ length: shownMonths }, (_, at) => addMonths(current, -at));
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
  const nameOf = (one: string) => format.format(Date.parse(`${one}-01T00:00:00Z`));
  const download = async (password: string) => {
    const { data, error } = await call(exportBooks, { body: { month, password } });
    if (error) return error;
    // The answer to a file's endpoint is a Blob.
    saveAsFile(`books-${month}.csv`, data as Blob);
    setAsking(false);
    setDone(t("books.done"));
    return null;
  };
  return (
    <BoardPart title={t("books.title")} isWide>
      <div className={styles.row}>
        <Field label={t("books.month")}>
          <Select
            value={month}
            onChange={(_, { value }) => {
              setDone("");
              setMonth(value);
            }}
          >
            {months.map((one) => (
              <option key={one} value={one}>
                {nameOf(one)}
              </option>
            ))}
          </Select>
        </Field>
        <Button className={styles.button} onClick={() => setAsking(true)}>
          {t("books.download")}
        </Button>
      </div>
      <FormSuccess>{done}</FormSuccess>
      <PasswordDialog
        open={isAsking}
        title={t("books.ask", { month: nameOf(month) })}
        action={t("books.download")}
        onPassword={download}
        onClose={() => setAsking(false)}
      >
        <p>{t("books.text")}</p>
      </PasswordDialog>
    </BoardPart>
  );
}

import { Button, Field, Input, makeStyles } from "@fluentui/react-components";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "#renderer/components/confirm-dialog.tsx";
import { useTypedSearch } from "#renderer/components/use-typed-search.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { isSafeAddress } from "./safe-address.ts";

const useStyles = makeStyles({
  fields: { display: "grid", gap: "12px" },
  found: { display: "grid", gap: "4px", margin: 0, padding: 0, listStyleType: "none" },
  entry: { width: "100%", justifyContent: "start", minHeight: "44px", fontWeight: 400 },
});

type Entry = { title: string; path: string };

export type FindEntries = (words: string) => Promise<Entry[]>;

/** Returns an address as it stands in the text: an e-mail address and a domain get their schemes. */
function addressOf(typed: string): string {
  const text = typed.trim();
  if (/^[^\s/@:]+@[^\s/@:]+$/.test(text)) return `mailto:${text}`;
  return /^(?:[\w-]+\.)+[a-z]{2,}(?:[/?#]|$)/i.test(text) ? `https://${text}` : text;
}

const looksLikeAddress = (text: string) => /^\/|^#|^\w+:|^[^\s]+\.[^\s]+$|@/.test(text.trim());

/** Hook: finds entries that match what is typed, unless it is an address. */
function useEntries(findEntries: FindEntries, initial: string) {
  const [found, setFound] = useState<Entry[] | null>(null);
  const [searched, setSearched] = useState("");
  const search = (words: string) => {
    setSearched(words);
    if (words === "" || looksLikeAddress(words)) return setFound(null);
    void findEntries(words).then(
      (entries) => setFound(entries),
      () => setFound([]),
    );
  };
  return { found, searched, ...useTypedSearch(initial, search) };
}

type LinkDialogProps = {
  href: string;
  findEntries: FindEntries;
  /** Called with an address, and with the words of the link where none are selected; with "" to take the link away. */
  onSave: (href: string, words: string) => void;
  onClose: () => void;
};

/** Asks where a link leads to: an address, or an own entry that is found by its words. */
export function LinkDialog({ href, findEntries, onSave, onClose }: LinkDialogProps) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { found, text, type } = useEntries(findEntries, href);
  const [error, setError] = useState<string | null>(null);
  const save = () => {
    const address = addressOf(text);
    if (address === "") return onSave("", "");
    if (!looksLikeAddress(address)) return setError(t("editor.link.choose"));
    if (!isSafeAddress(address)) return setError(t("editor.link.unsafe"));
    onSave(address, text.trim());
  };
  return (
    <ConfirmDialog
      open
      title={t("editor.link.title")}
      action={t("editor.link.save")}
      onConfirm={save}
      onClose={onClose}
    >
      <form
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Field
          label={t("editor.link.address")}
          hint={t("editor.link.hint")}
          {...(error !== null && { validationMessage: error, validationState: "error" })}
        >
          <Input
            size="large"
            value={text}
            onChange={(_, { value }) => {
              setError(null);
              type(value);
            }}
          />
        </Field>
        <LiveText>{found && t("editor.link.found", { count: found.length })}</LiveText>
        {found && found.length === 0 && (
          <span aria-hidden>{t("editor.link.found", { count: 0 })}</span>
        )}
        {found && found.length > 0 && (
          <ul className={styles.found} aria-label={t("editor.link.entries")}>
            {found.map(({ title, path }) => (
              <li key={path}>
                <Button
                  className={styles.entry}
                  appearance="subtle"
                  onClick={() => onSave(path, title)}
                >
                  {title}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {href !== "" && <Button onClick={() => onSave("", "")}>{t("editor.link.remove")}</Button>}
      </form>
    </ConfirmDialog>
  );
}

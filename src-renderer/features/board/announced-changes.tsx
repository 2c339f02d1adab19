import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Board } from "#shared/api/board.ts";
import { LiveText } from "#renderer/components/visually-hidden.tsx";
import { useFigureText } from "./figure-tiles.tsx";
import { figureNames } from "./figures.ts";

/** ms for which changes are gathered, so that screen readers do not talk all the time. */
const gatheredFor = 10_000;

/** Tells screen readers which figures have changed, those of some seconds at once. */
export function AnnouncedChanges({ board }: { board: Board }) {
  const { t } = useTranslation("board");
  const textOf = useFigureText();
  const texts = figureNames.map((name) =>
    t("changed", { label: t(`figures.${name}`), value: textOf(board, name) }),
  );
  const current = useRef(texts);
  const [{ announced, text }, setAnnounced] = useState({ announced: texts, text: "" });
  useEffect(() => {
    current.current = texts;
  });
  const isChanged = texts.some((each, at) => each !== announced[at]);
  useEffect(() => {
    if (!isChanged) return;
    const timer = setTimeout(() => {
      const now = current.current;
      setAnnounced((before) => ({
        announced: now,
        text: now.filter((each, at) => each !== before.announced[at]).join(" "),
      }));
    }, gatheredFor);
    return () => clearTimeout(timer);
  }, [isChanged]);
  return <LiveText>{text}</LiveText>;
}

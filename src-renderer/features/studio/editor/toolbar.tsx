import {
  makeStyles,
  Menu,
  MenuItem,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Toolbar,
  ToolbarButton,
  ToolbarDivider,
  ToolbarToggleButton,
  Tooltip,
} from "@fluentui/react-components";
import {
  ArrowRedoRegular,
  ArrowUndoRegular,
  ChevronDownRegular,
  CodeBlockRegular,
  CodeRegular,
  ImageAddRegular,
  ImageEditRegular,
  LineHorizontal1Regular,
  LinkRegular,
  MarkdownRegular,
  TableRegular,
  TextBoldRegular,
  TextBulletListRegular,
  TextFootnoteRegular,
  TextItalicRegular,
  TextNumberListLtrRegular,
  TextQuoteRegular,
} from "@fluentui/react-icons";
import type { Ctx } from "@milkdown/ctx";
import { addRowAfterCommand, addRowBeforeCommand } from "@milkdown/preset-gfm";
import { commandsCtx } from "@milkdown/core";
import { redo, undo } from "@milkdown/prose/history";
import type { Command } from "@milkdown/prose/state";
import {
  addColumnAfter,
  addColumnBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
} from "@milkdown/prose/tables";
import { memo, type ReactElement, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { tokens } from "#renderer/theme/tokens.ts";
import {
  insertFootnote,
  insertRule,
  insertTable,
  setBlock,
  toggle,
  toggleList,
  toggleQuote,
  type Described,
} from "./commands.ts";
import { headingLevels } from "./markdown-schema.ts";

const useStyles = makeStyles({
  bar: {
    position: "sticky",
    top: "var(--studio-toolbar-top, 0px)",
    zIndex: 2,
    padding: "4px 0",
    marginBottom: "16px",
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    // One line on a phone, whose keyboard leaves little of the window to the text.
    overflowX: "auto",
    scrollbarWidth: "thin",
    "& button": { flexShrink: 0, minWidth: "32px", minHeight: "36px" },
  },
  style: { minWidth: "112px", justifyContent: "space-between", fontWeight: 400 },
});

const isMac = () => /mac|iphone|ipad/i.test(navigator.userAgent);

/** Returns a label with the keys that do the same, such as "Bold (Ctrl+B)". */
const withKeys = (label: string, keys: string | undefined) => {
  if (keys === undefined) return label;
  return isMac() ? `${label} (⌘${keys})` : `${label} (Ctrl+${keys})`;
};

type ToolProps = { icon: ReactElement; label: string; keys?: string; onClick: () => void };

function Tool({ icon, label, keys, onClick, disabled }: ToolProps & { disabled?: boolean }) {
  return (
    <Tooltip content={withKeys(label, keys)} relationship="label">
      <ToolbarButton icon={icon} onClick={onClick} disabledFocusable={disabled} />
    </Tooltip>
  );
}

/** A tool that shows whether it applies to the selection. */
function Toggle({ icon, label, keys, value, onClick }: ToolProps & { value: string }) {
  return (
    <Tooltip content={withKeys(label, keys)} relationship="label">
      <ToolbarToggleButton name="pressed" value={value} icon={icon} onClick={onClick} />
    </Tooltip>
  );
}

/** A tool that opens a menu. */
function MenuTool({
  icon,
  label,
  children,
}: Omit<ToolProps, "onClick"> & { children: ReactElement }) {
  return (
    <Menu>
      <MenuTrigger disableButtonEnhancement>
        <Tooltip content={label} relationship="label">
          <ToolbarButton icon={icon} aria-haspopup="menu" />
        </Tooltip>
      </MenuTrigger>
      <MenuPopover>{children}</MenuPopover>
    </Menu>
  );
}

type EditorToolbarProps = {
  bar: RefObject<HTMLDivElement | null>;
  ctx: Ctx;
  described: Described;
  /** Does something with the text, which has the focus afterwards. */
  run: (command: Command) => void;
  openLink: () => void;
  openPicture: () => void;
  showSource: () => void;
};

function StyleMenu({ described, run }: Pick<EditorToolbarProps, "described" | "run">) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const { style } = described;
  const level = headingLevels.find((one) => style === `heading-${one}`);
  const shown =
    level !== undefined
      ? t("editor.heading", { level })
      : style.startsWith("heading-")
        ? t("editor.otherHeading")
        : t("editor.paragraph");
  return (
    <Menu checkedValues={{ style: [style] }}>
      <MenuTrigger disableButtonEnhancement>
        <ToolbarButton className={styles.style} aria-label={t("editor.styleOf", { style: shown })}>
          {shown}
          <ChevronDownRegular aria-hidden />
        </ToolbarButton>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          <MenuItemRadio name="style" value="paragraph" onClick={() => run(setBlock("paragraph"))}>
            {t("editor.paragraph")}
          </MenuItemRadio>
          {headingLevels.map((one) => (
            <MenuItemRadio
              key={one}
              name="style"
              value={`heading-${one}`}
              onClick={() => run(setBlock("heading", { level: one }))}
            >
              {t("editor.heading", { level: one })}
            </MenuItemRadio>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  );
}

function TableMenu({ ctx, described, run }: Pick<EditorToolbarProps, "ctx" | "described" | "run">) {
  const { t } = useTranslation("studio");
  const commands = ctx.get(commandsCtx);
  const items: [label: string, command: Command][] = described.isInTable
    ? [
        [t("editor.table.rowAbove"), commands.get(addRowBeforeCommand.key)()],
        [t("editor.table.rowBelow"), commands.get(addRowAfterCommand.key)()],
        [t("editor.table.columnLeft"), addColumnBefore],
        [t("editor.table.columnRight"), addColumnAfter],
        [t("editor.table.deleteRow"), deleteRow],
        [t("editor.table.deleteColumn"), deleteColumn],
        [t("editor.table.delete"), deleteTable],
      ]
    : [[t("editor.table.insert"), insertTable(ctx)]];
  return (
    <MenuTool icon={<TableRegular />} label={t("editor.table.title")}>
      <MenuList>
        {items.map(([label, command]) => (
          <MenuItem key={label} onClick={() => run(command)}>
            {label}
          </MenuItem>
        ))}
      </MenuList>
    </MenuTool>
  );
}

function CodeMenu({ run }: Pick<EditorToolbarProps, "run">) {
  const { t } = useTranslation("studio");
  return (
    <MenuTool icon={<CodeBlockRegular />} label={t("editor.codeBlock.title")}>
      <MenuList>
        <MenuItem onClick={() => run(setBlock("code_block", { language: "" }))}>
          {t("editor.codeBlock.code")}
        </MenuItem>
        <MenuItem onClick={() => run(setBlock("code_block", { language: "course" }))}>
          {t("editor.codeBlock.course")}
        </MenuItem>
        <MenuItem onClick={() => run(setBlock("paragraph"))}>{t("editor.codeBlock.text")}</MenuItem>
      </MenuList>
    </MenuTool>
  );
}

function Marks({ run, openLink }: Pick<EditorToolbarProps, "run" | "openLink">) {
  const { t } = useTranslation("studio");
  return (
    <>
      <Toggle
        icon={<TextBoldRegular />}
        label={t("editor.bold")}
        keys="B"
        value="strong"
        onClick={() => run(toggle("strong"))}
      />
      <Toggle
        icon={<TextItalicRegular />}
        label={t("editor.italic")}
        keys="I"
        value="emphasis"
        onClick={() => run(toggle("emphasis"))}
      />
      <Toggle
        icon={<CodeRegular />}
        label={t("editor.code")}
        keys="E"
        value="inlineCode"
        onClick={() => run(toggle("inlineCode"))}
      />
      <Toggle
        icon={<LinkRegular />}
        label={t("editor.link.title")}
        keys="K"
        value="link"
        onClick={openLink}
      />
    </>
  );
}

function Blocks({ run }: Pick<EditorToolbarProps, "run">) {
  const { t } = useTranslation("studio");
  return (
    <>
      <Toggle
        icon={<TextBulletListRegular />}
        label={t("editor.bullets")}
        value="bullet_list"
        onClick={() => run(toggleList("bullet_list"))}
      />
      <Toggle
        icon={<TextNumberListLtrRegular />}
        label={t("editor.numbers")}
        value="ordered_list"
        onClick={() => run(toggleList("ordered_list"))}
      />
      <Toggle
        icon={<TextQuoteRegular />}
        label={t("editor.quote")}
        value="blockquote"
        onClick={() => run(toggleQuote)}
      />
    </>
  );
}

/** The tools of the text. It is left by Tab, and the arrow keys move within it. Not rendered at each key. */
export const EditorToolbar = memo(function EditorToolbar(props: EditorToolbarProps) {
  const { bar, ctx, described, run, openLink, openPicture, showSource } = props;
  const styles = useStyles();
  const { t } = useTranslation("studio");
  return (
    <Toolbar
      ref={bar}
      aria-label={t("editor.toolbar")}
      className={styles.bar}
      checkedValues={{ pressed: described.pressed }}
      // Keeps the selection, and the keyboard of a phone.
      onMouseDown={(event) => event.preventDefault()}
    >
      <StyleMenu described={described} run={run} />
      <ToolbarDivider />
      <Marks run={run} openLink={openLink} />
      <ToolbarDivider />
      <Blocks run={run} />
      <ToolbarDivider />
      <Tool
        icon={described.isPicture ? <ImageEditRegular /> : <ImageAddRegular />}
        label={described.isPicture ? t("editor.picture.edit") : t("editor.picture.add")}
        onClick={openPicture}
      />
      <TableMenu ctx={ctx} described={described} run={run} />
      <Tool
        icon={<TextFootnoteRegular />}
        label={t("editor.footnote")}
        onClick={() => run(insertFootnote)}
      />
      <CodeMenu run={run} />
      <Tool
        icon={<LineHorizontal1Regular />}
        label={t("editor.rule")}
        onClick={() => run(insertRule)}
      />
      <ToolbarDivider />
      <Tool
        icon={<ArrowUndoRegular />}
        label={t("editor.undo")}
        keys="Z"
        disabled={!described.canUndo}
        onClick={() => run(undo)}
      />
      <Tool
        icon={<ArrowRedoRegular />}
        label={t("editor.redo")}
        keys="Y"
        disabled={!described.canRedo}
        onClick={() => run(redo)}
      />
      <Tool icon={<MarkdownRegular />} label={t("editor.source.show")} onClick={showSource} />
    </Toolbar>
  );
});

/** The bar above the source of a text, which leads back. */
export function SourceToolbar({ showText }: { showText: () => void }) {
  const styles = useStyles();
  const { t } = useTranslation("studio");
  return (
    <Toolbar aria-label={t("editor.toolbar")} className={styles.bar}>
      <ToolbarButton icon={<MarkdownRegular />} onClick={showText}>
        {t("editor.source.hide")}
      </ToolbarButton>
    </Toolbar>
  );
}

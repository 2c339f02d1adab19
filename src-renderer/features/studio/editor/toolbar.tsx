import {
  makeStyles,
  Menu,
  MenuItem,
  MenuItemCheckbox,
  MenuItemRadio,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Toolbar,
  ToolbarButton,
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
  LockClosedRegular,
  MarkdownRegular,
  MoreHorizontalRegular,
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
import { memo, useState, type ReactElement, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { useMatches } from "#renderer/components/use-matches.ts";
import { media, tokens, topBarHeight } from "#renderer/theme/tokens.ts";
import {
  insertFootnote,
  insertRule,
  insertTable,
  setBlock,
  toggle,
  toggleList,
  toggleQuote,
  type ToolbarState,
} from "./commands.ts";
import { headingLevels } from "./markdown-schema.ts";

const useStyles = makeStyles({
  bar: {
    position: "sticky",
    // Below the bars of the member area and of the entry.
    top: `calc(${topBarHeight} + var(--entry-bar-height, 0px))`,
    zIndex: 2,
    padding: "4px 0",
    marginBottom: "16px",
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    // One line on a phone, whose keyboard leaves little of the window to the text.
    overflowX: "auto",
    scrollbarWidth: "thin",
    "& button": { flexShrink: 0, minWidth: "32px", minHeight: "36px" },
    [media.low]: { top: "var(--entry-bar-height, 0px)" },
    // A phone on its side above a keyboard.
    "@media (max-height: 300px)": { position: "static" },
  },
  style: { minWidth: "100px", justifyContent: "space-between", fontWeight: 400 },
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
  checked,
}: Omit<ToolProps, "onClick"> & { children: ReactElement; checked?: Record<string, string[]> }) {
  const [isOpen, setOpen] = useState(false);
  const [isHinted, setHinted] = useState(false);
  return (
    <Menu
      open={isOpen}
      onOpenChange={(_, { open }) => setOpen(open)}
      {...(checked && { checkedValues: checked })}
    >
      <MenuTrigger disableButtonEnhancement>
        <Tooltip
          content={label}
          relationship="label"
          // One that is shown beside the menu would take the Escape that is to close the menu.
          visible={isHinted && !isOpen}
          onVisibleChange={(_, { visible }) => setHinted(visible)}
        >
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
  described: ToolbarState;
  /** Does something with the text, which has the focus afterwards. */
  run: (command: Command) => void;
  openLink: () => void;
  openPicture: () => void;
  /** Sets or takes away the line below which the text is for members. */
  switchWall: () => void;
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

/** What is done in a table. */
function TableMenu({ ctx, run }: Pick<EditorToolbarProps, "ctx" | "run">) {
  const { t } = useTranslation("studio");
  const commands = ctx.get(commandsCtx);
  const items: [label: string, command: Command][] = [
    [t("editor.table.rowAbove"), commands.get(addRowBeforeCommand.key)()],
    [t("editor.table.rowBelow"), commands.get(addRowAfterCommand.key)()],
    [t("editor.table.columnLeft"), addColumnBefore],
    [t("editor.table.columnRight"), addColumnAfter],
    [t("editor.table.deleteRow"), deleteRow],
    [t("editor.table.deleteColumn"), deleteColumn],
    [t("editor.table.delete"), deleteTable],
  ];
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

/** A tool that is used often, which stands in the menu where the bar is short. */
type Often = {
  icon: ReactElement;
  label: string;
  keys?: string;
  value?: string;
  onClick: () => void;
};

/** The tools that a short bar has no room for. */
function useOften({ described, run, openPicture, switchWall }: EditorToolbarProps): Often[] {
  const { t } = useTranslation("studio");
  const { isPicture } = described;
  return [
    {
      icon: <TextBulletListRegular />,
      label: t("editor.bullets"),
      value: "bullet_list",
      onClick: () => run(toggleList("bullet_list")),
    },
    {
      icon: <TextNumberListLtrRegular />,
      label: t("editor.numbers"),
      value: "ordered_list",
      onClick: () => run(toggleList("ordered_list")),
    },
    {
      icon: isPicture ? <ImageEditRegular /> : <ImageAddRegular />,
      label: isPicture ? t("editor.picture.edit") : t("editor.picture.add"),
      onClick: openPicture,
    },
    {
      icon: <LockClosedRegular />,
      label: t("editor.wall"),
      value: "wall",
      onClick: switchWall,
    },
  ];
}

/** Everything else that a text can have. */
function MoreMenu({ often, ...props }: EditorToolbarProps & { often: readonly Often[] }) {
  const { ctx, described, run, showSource } = props;
  const { t } = useTranslation(["studio", "common"]);
  const items: Often[] = [
    ...often,
    {
      icon: <CodeRegular />,
      label: t("editor.code"),
      value: "inlineCode",
      onClick: () => run(toggle("inlineCode")),
    },
    {
      icon: <TextQuoteRegular />,
      label: t("editor.quote"),
      value: "blockquote",
      onClick: () => run(toggleQuote),
    },
    {
      icon: <TableRegular />,
      label: t("editor.table.insert"),
      onClick: () => run(insertTable(ctx)),
    },
    {
      icon: <TextFootnoteRegular />,
      label: t("editor.footnote"),
      onClick: () => run(insertFootnote),
    },
    { icon: <LineHorizontal1Regular />, label: t("editor.rule"), onClick: () => run(insertRule) },
    {
      icon: <CodeBlockRegular />,
      label: t("editor.codeBlock.code"),
      onClick: () => run(setBlock("code_block", { language: "" })),
    },
    {
      icon: <CodeBlockRegular />,
      label: t("editor.codeBlock.course"),
      onClick: () => run(setBlock("code_block", { language: "course" })),
    },
    { icon: <MarkdownRegular />, label: t("editor.source.show"), onClick: showSource },
  ];
  return (
    <MenuTool
      icon={<MoreHorizontalRegular />}
      label={t("common:more")}
      checked={{ pressed: described.pressed }}
    >
      <MenuList hasCheckmarks hasIcons>
        {items.map(({ icon, label, value, onClick }) =>
          value === undefined ? (
            <MenuItem key={label} icon={icon} onClick={onClick}>
              {label}
            </MenuItem>
          ) : (
            <MenuItemCheckbox
              key={label}
              persistOnClick={false}
              name="pressed"
              value={value}
              icon={icon}
              onClick={onClick}
            >
              {label}
            </MenuItemCheckbox>
          ),
        )}
      </MenuList>
    </MenuTool>
  );
}

/** The tools of the text, in one line. It is left by Tab, and the arrow keys move within it. Not rendered at each key. */
export const EditorToolbar = memo(function EditorToolbar(props: EditorToolbarProps) {
  const { bar, ctx, described, run, openLink } = props;
  const styles = useStyles();
  const { t } = useTranslation("studio");
  const isShort = useMatches("(max-width: 599px)");
  const often = useOften(props);
  const redoTool = {
    icon: <ArrowRedoRegular />,
    label: t("editor.redo"),
    onClick: () => run(redo),
  };
  return (
    <Toolbar
      ref={bar}
      aria-label={t("editor.toolbar")}
      className={styles.bar}
      checkedValues={{ pressed: described.pressed }}
      // Keeps the selection, and the keyboard of a phone.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Tool
        icon={<ArrowUndoRegular />}
        label={t("editor.undo")}
        keys="Z"
        disabled={!described.canUndo}
        onClick={() => run(undo)}
      />
      {!isShort && <Tool {...redoTool} keys="Y" disabled={!described.canRedo} />}
      <StyleMenu described={described} run={run} />
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
        icon={<LinkRegular />}
        label={t("editor.link.title")}
        keys="K"
        value="link"
        onClick={openLink}
      />
      {!isShort &&
        often.map(({ value, ...tool }) =>
          value === undefined ? (
            <Tool key={tool.label} {...tool} />
          ) : (
            <Toggle key={tool.label} {...tool} value={value} />
          ),
        )}
      {described.isInTable && <TableMenu ctx={ctx} run={run} />}
      <MoreMenu {...props} often={isShort ? [...often, redoTool] : []} />
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

import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { getStudioEntry, saveDraft, uploadPicture, type DraftProblem } from "#shared/api/studio.ts";
import { brand, setBrand } from "#renderer/platform/brand.ts";
import "#renderer/testing/after-each.ts";
import { answer, sentTo } from "#renderer/testing/fake-api.ts";
import { renderPage } from "#renderer/testing/render-page.tsx";
import { EntryForm } from "../fields/field.tsx";
import { DraftSaver } from "../saving/draft-saver.ts";
import { useDraft } from "../saving/use-draft.ts";
import { sampleDraft, sampleEntry } from "../testing/sample-studio.ts";
import { AboutFields } from "./metadata-fields.tsx";
import { withField } from "../fields/field.tsx";

vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

const ofDemo = brand;
afterEach(() => setBrand(ofDemo));

const name = "gate-1400x1050.webp";
const cover = { picture: name, focus: { x: 0.5, y: 0.5 }, alt: { en: "A gate" } };
const pictures = { [name]: "/gate.webp" };
const covered = sampleEntry({
  pictures,
  draft: { ...sampleDraft, metadata: { ...sampleDraft.metadata, cover } },
});

type ShownProps = { saver: DraftSaver; problems: readonly DraftProblem[]; isReadOnly: boolean };
function Shown({ saver, problems, isReadOnly }: ShownProps) {
  const { metadata } = useDraft(saver).draft;
  return (
    <EntryForm value={{ problems, isReadOnly }}>
      <AboutFields
        kind="articles"
        slug="weave-entries"
        metadata={metadata}
        saver={saver}
        onChange={(field, value) =>
          saver.change((draft) => ({ ...draft, metadata: withField(draft.metadata, field, value) }))
        }
      />
    </EntryForm>
  );
}

function show(entry = covered, more: Partial<ShownProps> = {}) {
  answer(saveDraft, {
    data: {
      revision: 6,
      edited: { by: "Ada", at: "2026-11-26T12:00:00.000Z", isOwn: true },
      problems: [],
    },
  });
  const saver = new DraftSaver(entry, "1");
  const user = renderPage(<Shown saver={saver} problems={[]} isReadOnly={false} {...more} />);
  return { user, written: () => saver.read().draft.metadata["cover"] };
}

function choose(file: File) {
  const input = document.querySelector('input[accept*="image/gif"]');
  if (!input) throw new Error("There is no such button.");
  fireEvent.change(input, { target: { files: [file] } });
}

it("a picture is uploaded as a cover, with its focus in the middle and still without words", async () => {
  answer(getStudioEntry, { data: sampleEntry({ pictures }) });
  answer(uploadPicture, { data: { name, address: "/gate.webp" } });
  const { written } = show(sampleEntry());
  choose(new File(["x"], "Gate.jpg"));
  await waitFor(() =>
    expect(written()).toEqual({ picture: name, focus: { x: 0.5, y: 0.5 }, alt: {} }),
  );
  expect(sentTo(uploadPicture).at(-1)?.input.query).toEqual({ name: "Gate.jpg", use: "cover" });
  await screen.findByLabelText("English: Text alternative");
});

it("one that the server refuses, or of more than 30 MB that the browser cannot read, is refused in words", async () => {
  answer(uploadPicture, {
    error: {
      kind: "rejected",
      status: 400,
      code: "validation",
      message: "",
      fields: { picture: "No picture." },
    },
  });
  const { written } = show(sampleEntry());
  choose(new File(["x"], "notes.txt"));
  await screen.findByText("No picture.");
  const heavy = new File(["x"], "heavy.jpg");
  Object.defineProperty(heavy, "size", { value: 40_000_000 });
  choose(heavy);
  await screen.findByText(/too large: at most 30 MB/);
  expect(sentTo(uploadPicture)).toHaveLength(1);
  expect(written()).toBeUndefined();
});

it("one that is too large is made smaller before it is sent", async () => {
  const size = { width: 16_000, height: 9_000, close: () => {} };
  vi.stubGlobal("createImageBitmap", async () => size);
  const drawn: number[][] = [];
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockImplementation(() => null);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation(function (
    this: HTMLCanvasElement,
    done,
  ) {
    drawn.push([this.width, this.height]);
    done(new Blob(["small"]));
  });
  answer(getStudioEntry, { data: sampleEntry({ pictures }) });
  answer(uploadPicture, { data: { name, address: "/gate.webp" } });
  const { written } = show(sampleEntry());
  choose(new File(["x"], "Wide.jpg"));
  await waitFor(() => expect(written()).toMatchObject({ picture: name }));
  expect(drawn).toEqual([[2800, 1575]]);
});

it("the focus is set by a click and by keyboard, and every crop follows it", async () => {
  const { user, written } = show();
  const [picker] = document.querySelectorAll<HTMLElement>('button[aria-hidden="true"]');
  if (!picker) throw new Error("There is no picture.");
  picker.getBoundingClientRect = () => new DOMRect(0, 0, 200, 100);
  fireEvent.click(picker, { clientX: 50, clientY: 100 });
  expect(written()).toMatchObject({ focus: { x: 0.25, y: 1 } });
  const slider = screen.getByRole("slider", { name: /from the left: 25%/ });
  act(() => slider.focus());
  fireEvent.change(slider, { target: { value: "26" } });
  expect(written()).toMatchObject({ focus: { x: 0.26, y: 1 } });
  const crops = screen.getByRole("list", { name: "How it is cropped" }).querySelectorAll("img");
  expect([...crops].map(({ style }) => style.objectPosition)).toEqual(
    Array.from({ length: 4 }, () => "26% 100%"),
  );
  await user.tab();
});

it("says in words what it shows, in the languages of the portal only, with the problem at its field", async () => {
  const problems = [{ place: "cover.alt.pl", message: "Describe it." }];
  const { user, written } = show(covered, { problems });
  const field = screen.getByLabelText("Polish: Text alternative");
  screen.getByText("Describe it.");
  await user.type(field, "Brama");
  expect(written()).toEqual({ ...cover, alt: { en: "A gate", pl: "Brama" } });
});

it("is described in one language where the portal has one", () => {
  setBrand({ ...ofDemo, languages: ["en"] });
  show();
  screen.getByLabelText("English: Text alternative");
  expect(screen.queryByLabelText(/^Polish/)).toBeNull();
});

it("is removed, and can only be seen by who may not write", async () => {
  const { user, written } = show();
  await user.click(screen.getByRole("button", { name: "Remove the picture" }));
  expect(written()).toBeUndefined();
  show(covered, { isReadOnly: true });
  expect(screen.queryByRole("button", { name: "Remove the picture" })).toBeNull();
});

it("where there are no dogs, none is offered as a drawing, and what was one is shown as what stands for it", () => {
  setBrand({ ...ofDemo, partsOff: ["dogs"] });
  const { metadata } = sampleDraft;
  show(sampleEntry({ draft: { ...sampleDraft, metadata: { ...metadata, motif: "over-jump" } } }));
  const drawing = screen.getByRole<HTMLSelectElement>("combobox", { name: "Drawing" });
  const offered = [...drawing.options].map(({ text }) => text);
  expect(offered).toContain("Desk lamp");
  expect(offered.filter((text) => /dog|paw|jump|weave/i.test(text))).toEqual([]);
  expect(drawing.value).toBe("mountains");
});

import {
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Active,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type Modifier,
  type Over,
  type UniqueIdentifier,
} from "@dnd-kit/core";
import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

const alongTheList: Modifier = ({ transform }) => ({ ...transform, x: 0 });

const middle = ({ top, height }: { top: number; height: number }) => top + height / 2;

/**
 * Takes the place of the farthest row whose middle the lifted one has reached with the edge that goes ahead. By their centres,
 * as dnd-kit compares them, a tall open row would never get past a folded one with the keyboard.
 */
const byLeadingEdge: CollisionDetection = ({ active, collisionRect, droppableRects }) => {
  const start = droppableRects.get(active.id);
  if (!start) return [];
  const isDown = collisionRect.top > start.top;
  const passed = [...droppableRects].filter(([, rect]) =>
    isDown
      ? rect.top > start.top && middle(rect) <= collisionRect.bottom
      : rect.top < start.top && middle(rect) >= collisionRect.top,
  );
  const [farthest] = passed.toSorted(([, one], [, other]) =>
    isDown ? other.top - one.top : one.top - other.top,
  );
  return [{ id: farthest?.[0] ?? active.id }];
};

/** Has arrow keys move the lifted row by one place. dnd-kit's own way looks for the closest corners, and jumps where heights differ. */
const byOnePlace: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  if (event.code !== "ArrowDown" && event.code !== "ArrowUp") return;
  event.preventDefault();
  const { active, over, droppableRects } = context;
  const rows = [...droppableRects].toSorted(([, one], [, other]) => one.top - other.top);
  const indexOf = (id: UniqueIdentifier | undefined) => rows.findIndex(([key]) => key === id);
  const from = indexOf(active?.id);
  const to = indexOf(over?.id) + (event.code === "ArrowDown" ? 1 : -1);
  const [start, end] = [rows[from]?.[1], rows[to]?.[1]];
  if (!start || !end) return;
  return { ...currentCoordinates, y: to > from ? end.bottom - start.height : end.top };
};

type RowDraggingProps = {
  /** Keys of the rows, in their order. */
  keys: readonly number[];
  nameOf: (at: number) => string;
  onMove: (from: number, to: number) => void;
  children: ReactNode;
};

/** A list whose rows are moved by their handles: with a mouse, by touch, or with the keyboard. */
export function RowDragging({ keys, nameOf, onMove, children }: RowDraggingProps) {
  const { t } = useTranslation("studio");
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: byOnePlace,
      scrollBehavior: "auto",
    }),
  );
  const placeOf = ({ id }: { id: UniqueIdentifier }) => keys.indexOf(Number(id));
  const say = (text: "lifted" | "dropped" | "stays", row: Active, over: Over | null = null) =>
    t(`rows.drag.${text}`, {
      name: nameOf(placeOf(row)),
      place: placeOf(over ?? row) + 1,
      total: keys.length,
    });
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={byLeadingEdge}
      modifiers={[alongTheList]}
      accessibility={{
        screenReaderInstructions: { draggable: t("rows.drag.keys") },
        announcements: {
          onDragStart: ({ active }) => say("lifted", active),
          onDragOver: ({ active, over }) => say("lifted", active, over),
          onDragEnd: ({ active, over }) => say("dropped", active, over),
          onDragCancel: ({ active }) => say("stays", active),
        },
      }}
      onDragEnd={({ active, over }) => {
        if (over && over.id !== active.id) onMove(placeOf(active), placeOf(over));
      }}
    >
      <SortableContext items={[...keys]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

import type { FastifyInstance } from "fastify";
import {
  addDog,
  changeDog,
  deleteDog,
  deleteHeight,
  listDogs,
  measureDog,
} from "#shared/api/dogs.ts";
import { serve } from "#api/http/serve.ts";
import { requireUser } from "#api/http/session.ts";
import { addDogOf, changeDogOf, deleteDogOf, deleteHeightOf, measureDogOf } from "./dogs.ts";
import { presentDogsOf } from "./present.ts";

/** Serves the dogs of the signed-in user; those of others are not found. */
export default async function dogRoutes(app: FastifyInstance): Promise<void> {
  const { portal } = app;

  serve(app, listDogs, async (_, request) => ({
    items: await presentDogsOf(portal.database, requireUser(request).userId),
  }));

  serve(app, addDog, ({ body }, request) => addDogOf(portal, requireUser(request).userId, body));

  serve(app, changeDog, ({ params: { id }, body }, request) =>
    changeDogOf(portal, requireUser(request).userId, id, body),
  );

  serve(app, deleteDog, ({ params: { id } }, request) =>
    deleteDogOf(portal, requireUser(request).userId, id),
  );

  serve(app, measureDog, ({ params: { id }, body }, request) =>
    measureDogOf(portal, requireUser(request).userId, id, body),
  );

  serve(app, deleteHeight, ({ params }, request) =>
    deleteHeightOf(portal, requireUser(request).userId, params),
  );
}

import { getStudioEntry } from "#shared/api/studio.ts";
import type { ApiResult } from "#renderer/api-client/api-failure.ts";
import { call } from "#renderer/api-client/client.ts";
import type { DraftSaver } from "../saving/draft-saver.ts";

/**
 * Uploads a file of an entry in turn with its saves, and takes over what the entry is then: the file has an address, and one
 * in place of another is a change. Resolves to what `upload` does, or to why nothing was sent.
 */
export async function uploadInTurn<T>(
  saver: DraftSaver,
  upload: () => Promise<ApiResult<T>>,
): Promise<ApiResult<T>> {
  const { kind, slug } = saver.read().entry;
  const results: ApiResult<T>[] = [];
  const error = await saver.act(async () => {
    results.push(await upload());
    return call(getStudioEntry, { params: { kind, slug }, silent: true });
  });
  return results[0] ?? { data: null, error: error ?? { kind: "unexpected", message: "" } };
}

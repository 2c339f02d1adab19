import { lazyChunk } from "../../components/load-chunk.ts";
import { LoadingLines } from "../../components/states.tsx";
import { loadNamespaces } from "../../i18n/i18n.ts";

/** /secure-account/{token}. Its texts are rarely needed, and would come with those of all sign-in pages. */
export default lazyChunk<object>(
  async () => {
    const [page] = await Promise.all([
      import("./links/secure-account.tsx"),
      loadNamespaces(["secure-account"]),
    ]);
    return page;
  },
  () => LoadingLines({ lines: 5 }),
);

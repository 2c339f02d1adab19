import { lazyChunk } from "../../components/load-chunk.ts";
import { LoadingLines } from "../../components/states.tsx";

/** /secure-account/{token}. Its texts are rarely needed, and would come with those of all sign-in pages. */
export default lazyChunk<object>(
  () => import("./links/secure-account.tsx"),
  () => LoadingLines({ lines: 5 }),
);

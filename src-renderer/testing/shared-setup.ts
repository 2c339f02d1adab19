import { vi } from "vitest";
import "./after-each.ts";

// No test of the project "renderer" sends requests. Those named *.isolated.test replace modules themselves.
vi.mock("#renderer/api-client/transport.ts", () => import("#renderer/testing/fake-api.ts"));

import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// Parts that come late are compiled when they are first asked for, which takes a slow machine a while.
configure({ asyncUtilTimeout: 5_000 });

afterEach(cleanup);

export { rememberDog, rememberedDog } from "./chosen-dog.ts";

export { rememberDog, rememberedDog } from "./chosen-dog.ts";
export { HeightClassFinder } from "./height-class/height-class-finder.tsx";

import { EventEmitter } from "node:events";
import { membersOf } from "./declared-api.ts";

/** An API of Electron that the stand-in does not have. */
export function notThere(name: string): Error {
  return new Error(`electron stand-in: ${name} is not there`);
}

const refuse = (type: string, names: Set<string>): ProxyHandler<object> => ({
  get(target, key, receiver) {
    if (typeof key === "string" && !(key in target) && names.has(key)) {
      throw notThere(`${type}.${key}`);
    }
    return Reflect.get(target, key, receiver);
  },
});

/**
 * The object, as Electron's type of that name: what the type declares and the object lacks throws
 * when it is read. Specs may set what they like.
 */
export function strictObject<T extends object>(type: string, object: T): T {
  const beyond = Object.create(Object.getPrototypeOf(object)); // asked only for what the object lacks
  return Object.setPrototypeOf(object, new Proxy(beyond, refuse(type, membersOf(type).instance)));
}

/** Makes a class, and what it constructs, strict in the same way. */
// oxlint-disable-next-line typescript/no-unsafe-function-type -- any class
export function strictClass(type: string, theClass: Function): void {
  const { statics, instance } = membersOf(type);
  const parent = Object.getPrototypeOf(theClass);
  Object.setPrototypeOf(theClass, new Proxy(parent, refuse(type, statics)));
  const beyond = Object.create(Object.getPrototypeOf(theClass.prototype));
  Object.setPrototypeOf(theClass.prototype, new Proxy(beyond, refuse(type, instance)));
}

/** Usable after destruction: the question itself, a repeated destruction, and listeners. */
const usableDestroyed = new Set<PropertyKey>([
  "isDestroyed",
  "destroy",
  ...Object.getOwnPropertyNames(EventEmitter.prototype),
]);

export type Destroyable = { isDestroyed(): boolean };

/** Throws as Electron does for whatever is asked of an object that is gone. */
export function assertAlive(object: Destroyable): void {
  if (object.isDestroyed()) throw new TypeError("Object has been destroyed");
}

/** Wraps a function so that it throws when it is called on a destroyed object. */
const guarded = (call: (...args: never[]) => unknown) =>
  function guard(this: Destroyable, ...args: never[]): unknown {
    assertAlive(this);
    return Reflect.apply(call, this, args);
  };

/**
 * Makes every method and property that Electron declares for a class throw on destroyed objects.
 * What the stand-in adds for itself is left alone.
 */
export function destroyableClass(type: string, prototype: Destroyable): void {
  const { instance } = membersOf(type);
  for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    if (!instance.has(name) || usableDestroyed.has(name)) continue;
    for (const part of ["get", "set", "value"] as const) {
      const call: unknown = own[part];
      if (typeof call === "function") own[part] = guarded(call as (...args: never[]) => unknown);
    }
    Object.defineProperty(prototype, name, own);
  }
}

/** An emitter that refuses listeners for events which the stand-in neither emits nor rules out. */
export class StrictEmitter extends EventEmitter {
  constructor(type: string, events: ReadonlySet<string>) {
    super();
    this.setMaxListeners(0);
    this.on("newListener", (event) => {
      if (!events.has(String(event))) throw notThere(`the event '${String(event)}' of ${type}`);
    });
  }
}

/** A value in the place of a whole module of Electron: it throws whatever is done with it. */
export function absent(name: string): object {
  const fail = () => {
    throw notThere(name);
  };
  return new Proxy(function () {}, { get: fail, set: fail, apply: fail, construct: fail });
}

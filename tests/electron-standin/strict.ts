import { EventEmitter } from "node:events";
import { membersOf } from "./declared-api.ts";

/** Creates the error for an API of Electron that the stand-in lacks. */
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
 * Makes an object strict: reading a member that Electron's type declares and the object lacks throws.
 * Specs may set any member.
 */
export function strictObject<T extends object>(type: string, object: T): T {
  const beyond = Object.create(Object.getPrototypeOf(object)); // only reached for missing members
  return Object.setPrototypeOf(object, new Proxy(beyond, refuse(type, membersOf(type).instance)));
}

/** Makes a class and its instances strict in the same way. */
// oxlint-disable-next-line typescript/no-unsafe-function-type -- any class
export function strictClass(type: string, theClass: Function): void {
  const { statics, instance } = membersOf(type);
  const parent = Object.getPrototypeOf(theClass);
  Object.setPrototypeOf(theClass, new Proxy(parent, refuse(type, statics)));
  const beyond = Object.create(Object.getPrototypeOf(theClass.prototype));
  Object.setPrototypeOf(theClass.prototype, new Proxy(beyond, refuse(type, instance)));
}

/** Members usable after destruction. */
const usableDestroyed = new Set<PropertyKey>([
  "isDestroyed",
  "destroy",
  ...Object.getOwnPropertyNames(EventEmitter.prototype),
]);

export type Destroyable = { isDestroyed(): boolean };

/** Throws Electron's error if the object is destroyed. */
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
 * Makes every member that Electron declares for a class throw on destroyed objects, except those that the
 * stand-in adds.
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

/** Creates an event of Electron's main process with extra properties. */
export const makeEvent = <T extends object>(extra: T = {} as T) => ({
  // the default is only used for {}
  defaultPrevented: false,
  preventDefault() {
    this.defaultPrevented = true;
  },
  ...extra,
});

/** An emitter that throws on listeners for events that the stand-in does not support. */
export class StrictEmitter extends EventEmitter {
  constructor(type: string, events: ReadonlySet<string>) {
    super();
    this.setMaxListeners(0);
    this.on("newListener", (event) => {
      if (!events.has(String(event))) throw notThere(`the event '${String(event)}' of ${type}`);
    });
  }
}

/** Creates a value for a missing module of Electron: any use of it throws. */
export function absent(name: string): object {
  const fail = () => {
    throw notThere(name);
  };
  return new Proxy(function () {}, { get: fail, set: fail, apply: fail, construct: fail });
}

/** Sets an own property whatever its name: plain assignment of `__proto__` would set the prototype. */
export function setOwn<Value>(object: Record<string, Value>, key: string, value: Value): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/**
 * Maps and sets as JavaScript: their keys and values stand in two arrays, in the order in which they were put. What is known of keys
 * decides at once; others are searched. `taken` counts the keys that were taken away, so that whoever goes through notices.
 */
export const keyedMethods = `
function searchKey(ks, k) { const n = ks.length; for (let i = 0; i < n; i++) { const x = ks[i]; if (x === k || (k !== k && x !== x)) return i; } return -1; }
function mapGet(k) { const i = $keyIndex(this["\\0keys"], k); if (i < 0) return undefined; return this["\\0values"][i]; }
function mapHas(k) { return $keyIndex(this["\\0keys"], k) >= 0; }
function mapSet(k, v) {
  const key = typeof k === "number" ? k + 0 : k; const i = $keyIndex(this["\\0keys"], key);
  if (i < 0) { $pushKey(this["\\0keys"], key); $pushKey(this["\\0values"], v); } else this["\\0values"][i] = v;
  return this;
}
function setAdd(k) { const key = typeof k === "number" ? k + 0 : k; if ($keyIndex(this["\\0keys"], key) < 0) $pushKey(this["\\0keys"], key); return this; }
function mapDelete(k) {
  const i = $keyIndex(this["\\0keys"], k); if (i < 0) return false;
  this["\\0keys"].splice(i, 1); this["\\0values"].splice(i, 1); this["\\0taken"] = this["\\0taken"] + 1; return true;
}
function setDelete(k) {
  const i = $keyIndex(this["\\0keys"], k); if (i < 0) return false;
  this["\\0keys"].splice(i, 1); this["\\0taken"] = this["\\0taken"] + 1; return true;
}
function mapClear() { this["\\0keys"] = []; this["\\0values"] = []; this["\\0taken"] = this["\\0taken"] + 1; }
function keyedSize() { return this["\\0keys"].length; }
function mapForEach(f) { $alone(f, $count); const t = this["\\0taken"]; for (let i = 0; i < this["\\0keys"].length; i++) { f(this["\\0values"][i], this["\\0keys"][i], this); if (this["\\0taken"] !== t) throw 0; } }
function setForEach(f) { $alone(f, $count); const t = this["\\0taken"]; for (let i = 0; i < this["\\0keys"].length; i++) { const k = this["\\0keys"][i]; f(k, k, this); if (this["\\0taken"] !== t) throw 0; } }
function fillMap(pairs) { if (pairs !== undefined && pairs !== null) for (const [k, v] of pairs) this.set(k, v); }
function fillSet(keys) { if (keys !== undefined && keys !== null) for (const k of keys) this.add(k); }
function stepKeys(i, t) { if (this["\\0taken"] !== t) throw 0; return this["\\0keys"][i]; }
function stepValues(i, t) { if (this["\\0taken"] !== t) throw 0; return this["\\0values"][i]; }
function stepEntries(i, t) { if (this["\\0taken"] !== t) throw 0; return [this["\\0keys"][i], this["\\0values"][i]]; }
function stepPairs(i, t) { if (this["\\0taken"] !== t) throw 0; return [this["\\0keys"][i], this["\\0keys"][i]]; }
function itemKeys(i) { return i; }
function itemValues(i) { return this[i]; }
function itemEntries(i) { return [i, this[i]]; }
function fromEntries(pairs) { const made = {}; for (const [k, v] of pairs) made[k] = v; return made; }
function gathered(given) { const out = []; for (const x of given) out.push(x); return out; }
`;

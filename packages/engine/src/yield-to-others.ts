/** After so long in one turn of the event loop, what is still to be started waits for the next. */
const longestTurnMs = 10;
/** Of one run in one turn: few enough that the turn stays short, whatever each of them computes. */
const startedAtOnce = 16;
/** A run of more nodes than this is a large one: it makes way for the small ones. */
const mostOfSmall = 200;
/** So long after a node of a small run was started, others of them are expected. */
const expectedMs = 100;
/** Meanwhile large runs start so many nodes at once, and rest for so long between. */
const startedBetween = 4;
const restMs = 8;

type Start = () => void;

let turnBeganAt: number | undefined;
/** What waits, by run: the nodes of a small one do not wait for those of a large one. */
const waiting = new Map<object, Start[]>();
/** How many nodes each run has begun so far. */
const begun = new WeakMap<object, number>();
let smallSeenAt = Number.NEGATIVE_INFINITY;
let restedUntil = 0;

const isLarge = (run: object) => (begun.get(run) ?? 0) > mostOfSmall;

function beginTurn(): void {
  turnBeganAt = undefined;
  const now = performance.now();
  const makesWay = now - smallSeenAt < expectedMs;
  const isResting = makesWay && now < restedUntil;
  let isWaitingForRest = true;
  for (const [run, starts] of waiting) {
    const isBehind = makesWay && isLarge(run);
    if (isBehind && isResting) continue;
    const count = isBehind ? startedBetween : startedAtOnce;
    if (isBehind) restedUntil = now + restMs;
    const rest = starts.slice(count);
    if (rest.length > 0) waiting.set(run, rest);
    else waiting.delete(run);
    if (rest.length > 0 && !isBehind) isWaitingForRest = false;
    for (const start of starts.slice(0, count)) start();
  }
  if (waiting.size > 0) plan(isWaitingForRest ? Math.max(1, restedUntil - now) : 0);
}

let isPlanned = false;
let timer: NodeJS.Timeout | undefined;

/** Begins the next turn, after a rest or at once. */
function plan(inMs: number): void {
  if (isPlanned) return;
  clearTimeout(timer);
  if (inMs > 0) {
    timer = setTimeout(beginTurn, inMs);
    return;
  }
  isPlanned = true;
  setImmediate(() => {
    isPlanned = false;
    beginTurn();
  });
}

function wait(run: object): Promise<void> | undefined {
  if (turnBeganAt === undefined) {
    turnBeganAt = performance.now();
    plan(0);
  }
  const queue = waiting.get(run);
  const isBehind = isLarge(run) && performance.now() - smallSeenAt < expectedMs;
  if (!queue && !isBehind && performance.now() - turnBeganAt < longestTurnMs) return undefined;
  return new Promise((resolve) => {
    if (queue) queue.push(resolve);
    else waiting.set(run, [resolve]);
  });
}

/**
 * Called before a node of `run` is run. A run of very many nodes would otherwise hold up every other run and request
 * until its last node has started, and take most of the time after that; undefined while the turn is young.
 */
export function yieldToOthers(run: object): Promise<void> | undefined {
  const count = (begun.get(run) ?? 0) + 1;
  begun.set(run, count);
  if (count <= mostOfSmall) smallSeenAt = performance.now();
  return wait(run);
}

/** The same for the nodes of a flow that is compiled, which is far less work and once a version. */
export function yieldWhileCompiling(compiling: object): Promise<void> | undefined {
  return wait(compiling);
}

// Network faults between a shopper's page and the payments service, applied to this page's calls only.
const real = globalThis.fetch.bind(globalThis);
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const refused = (status) => new Response("{}", { status, headers: { "content-type": "application/json" } });
const noAnswer = () => {
  throw new TypeError("No answer: a scenario of the playground");
};

/** Each creates a new rule, which gets the kind of call and a function that continues it. */
const RULES = {
  slow: () => async (_kind, go) => {
    await pause(1500);
    return await go();
  },
  busy: () => {
    let left = 4;
    return (kind, go) => kind === "poll" && left-- > 0 ? refused(429) : go();
  },
  lost_answer: () => {
    let isFirst = true;
    return async (kind, go) => {
      const answer = await go();
      if (kind !== "authorize" || !isFirst) return answer;
      isFirst = false;
      return noAnswer();
    };
  },
  outage: () => {
    let untilMs = 0;
    return async (kind, go) => {
      if (performance.now() < untilMs) noAnswer();
      const answer = await go();
      if (kind === "authorize") untilMs = performance.now() + 6000;
      return answer;
    };
  },
  expired: () => {
    let isFirst = true;
    return (kind, go) => {
      if (kind !== "authorize" || !isFirst) return go();
      isFirst = false;
      return refused(401);
    };
  },
};

function kindOf(url, { method = "GET" } = {}) {
  if (method === "POST" && String(url).endsWith("/authorize")) return "authorize";
  return method === "GET" && /\/client\/executions\/[^/]+$/.test(String(url)) ? "poll" : "other";
}

/** Applies until the next call; without a name there are no faults. */
export function playNetwork(name, tell) {
  const rule = RULES[name]?.();
  globalThis.fetch = async (url, options) => {
    const kind = kindOf(url, options);
    if (kind === "other") return await real(url, options);
    const fromMs = performance.now();
    const told = (end) => tell(`${kind}: ${end}`, Math.round(performance.now() - fromMs));
    try {
      const answer = rule === undefined ? await real(url, options) : await rule(kind, () => real(url, options));
      told(answer.status);
      return answer;
    } catch (error) {
      told("no answer");
      throw error;
    }
  };
}

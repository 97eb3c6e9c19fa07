// Pictures of our own, drawn by rule: a sigil for every name, a few plain signs, backs, dice and discs of seats.
// All functions give SVG text; colours come from CSS variables, so that light and dark need no second set.

export function hash(text) {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  h ^= h >>> 15;
  h = Math.imul(h, 2246822519);
  return (h ^ (h >>> 13)) >>> 0;
}

function generator(seed) {
  let s = seed || 1;
  return () => {
    s ^= s << 13;
    s ^= s >>> 17;
    s ^= s << 5;
    return (s >>> 0) / 4294967296;
  };
}

// Hues that stay apart from one another and from the paper.
export const HUES = [25, 55, 85, 130, 165, 200, 235, 265, 300, 340];
export const hueOf = (text) => HUES[hash(text) % HUES.length];

const f = (x) => x.toFixed(1);
const at = (cx, cy, r, a) => `${f(cx + r * Math.cos(a))} ${f(cy + r * Math.sin(a))}`;

// A sigil: rings, a star of n points, curved arms and a heart, all picked by the name. Square, 100 by 100.
export function sigil(name) {
  const random = generator(hash(name));
  const pick = (...xs) => xs[Math.floor(random() * xs.length)];
  const n = pick(3, 4, 5, 5, 6, 7, 8, 9);
  const turn = -Math.PI / 2 + (n % 2 ? 0 : pick(0, Math.PI / n));
  const angle = (k, of = n) => turn + (2 * Math.PI * k) / of;
  const parts = [];
  const ring = (r, extra = "") => parts.push(`<circle cx="50" cy="50" r="${r}" ${extra}/>`);
  if (random() < 0.75) ring(44, pick("", 'stroke-dasharray="2 4"', 'stroke-dasharray="9 3"'));
  if (random() < 0.5) ring(pick(36, 40), 'stroke-width="1"');
  const skip = n >= 5 ? pick(1, 2, 2, n >= 7 ? 3 : 2) : 1;
  const star = pick(30, 34, 38);
  if (random() < 0.7) {
    const gcd = (a, b) => (b ? gcd(b, a % b) : a);
    const loops = gcd(n, skip);
    for (let l = 0; l < loops; l++) {
      const points = Array.from({ length: n / loops }, (_, k) => at(50, 50, star, angle(l + k * skip)));
      parts.push(`<path d="M${points.join("L")}Z"/>`);
    }
  }
  const arms = pick("tentacles", "rays", "hooks", "petals", "none");
  for (let k = 0; k < n && arms !== "none"; k++) {
    const a = angle(k);
    if (arms === "rays") parts.push(`<path d="M${at(50, 50, 15, a)}L${at(50, 50, 43, a)}"/>`);
    if (arms === "tentacles")
      parts.push(
        `<path d="M${at(50, 50, 12, a)}C${at(50, 50, 24, a + 0.7)} ${at(50, 50, 30, a - 0.7)} ${at(50, 50, 42, a + 0.15)}" stroke-width="3"/>`,
      );
    if (arms === "hooks")
      parts.push(`<path d="M${at(50, 50, 20, a)}L${at(50, 50, 38, a)}A7 7 0 0 1 ${at(50, 50, 30, a + 0.28)}"/>`);
    if (arms === "petals")
      parts.push(
        `<path d="M${at(50, 50, 8, a)}Q${at(50, 50, 28, a + 0.45)} ${at(50, 50, 40, a)}Q${at(50, 50, 28, a - 0.45)} ${at(50, 50, 8, a)}"/>`,
      );
  }
  const dots = pick(0, 0, n, 2 * n);
  for (let k = 0; k < dots; k++)
    parts.push(`<circle cx="${f(50 + 47 * Math.cos(angle(k, dots)))}" cy="${f(50 + 47 * Math.sin(angle(k, dots)))}" r="1.6" fill="currentColor" stroke="none"/>`);
  const heart = pick("eye", "moon", "dot", "spiral", "ring", "cross");
  const clear = 'fill="var(--field, #222)"';
  if (heart === "eye")
    parts.push(`<path d="M32 50Q50 34 68 50Q50 66 32 50Z" ${clear}/><circle cx="50" cy="50" r="6.5" fill="currentColor" stroke="none"/>`);
  if (heart === "moon") parts.push(`<circle cx="50" cy="50" r="12" ${clear}/><path d="M54 39A12 12 0 1 0 54 61A9 9 0 1 1 54 39Z" fill="currentColor"/>`);
  if (heart === "dot") parts.push(`<circle cx="50" cy="50" r="7" fill="currentColor" stroke="none"/>`);
  if (heart === "ring") parts.push(`<circle cx="50" cy="50" r="10" ${clear}/><circle cx="50" cy="50" r="4"/>`);
  if (heart === "cross") parts.push(`<path d="M50 36V64M40 44H60" stroke-width="3.5"/>`);
  if (heart === "spiral") {
    const points = Array.from({ length: 26 }, (_, k) => at(50, 50, 1 + k * 0.6, k * 0.5));
    parts.push(`<path d="M${points.join("L")}" stroke-width="2.4"/>`);
  }
  return svg(`<g fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">${parts.join("")}</g>`, 100, "sigil");
}

export function svg(inside, size = 24, name = "sign") {
  return `<svg class="${name}" viewBox="0 0 ${size} ${size}" aria-hidden="true" focusable="false">${inside}</svg>`;
}

const lines = (d, extra = "") => `<path d="${d}" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" ${extra}/>`;
const solid = (d) => `<path d="${d}" fill="currentColor"/>`;

// Plain signs for words that tables use; a word without one has no sign.
const SIGNS = {
  star: solid("M12 2l2.9 6.6 7.1.7-5.4 4.7 1.6 7L12 17.3 5.8 21l1.6-7L2 9.3l7.1-.7z"),
  shield: solid("M12 2l8 3v6c0 5-3.4 9-8 11-4.600-2-8-6-8-11V5z"),
  eye: lines("M2 12Q12 2 22 12Q12 22 2 12Z") + `<circle cx="12" cy="12" r="3.6" fill="currentColor"/>`,
  planet: `<circle cx="12" cy="12" r="6" fill="currentColor"/>` + lines("M3 16.500C-1 20 6 21 13 16S25 3 20 4.500"),
  tentacle: lines("M6 22C5 12 19 16 17 8C16 3 9 4 10 8C10.500 10 13 10 13.500 8", 'stroke-width="3.200"'),
  wild: lines("M12 3v18M3 12h18M5.600 5.600l12.800 12.800M18.400 5.600L5.600 18.400"),
  blank: lines("M5 12h14"),
  health: solid("M12 21S3 14.500 3 8.500A4.700 4.700 0 0 1 12 6a4.700 4.700 0 0 1 9 2.500C21 14.500 12 21 12 21z"),
  sanity: lines("M9 21v-4H6v-4l-2-1 2-3a7 7 0 1 1 11 5v7") + `<circle cx="13" cy="9" r="2.200" fill="currentColor"/>`,
  insanity: lines("M12 12m0 0a2 2 0 1 1 2 2a4 4 0 1 1 2-5a6.500 6.500 0 1 1-7-4"),
  moxie: solid("M13 2L4 14h6l-1 8 9-12h-6z"),
  round: lines("M20 12a8 8 0 1 1-2.400-5.700M20 3v4h-4"),
  person: `<circle cx="12" cy="7" r="4" fill="currentColor"/>` + solid("M4 22c0-6 4-9 8-9s8 3 8 9z"),
  place: solid("M12 2a7 7 0 0 1 7 7c0 5-7 13-7 13S5 14 5 9a7 7 0 0 1 7-7zm0 4.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z"),
  item: lines("M4 8l8-5 8 5v8l-8 5-8-5zM4 8l8 5 8-5M12 13v8"),
  cult: lines("M12 3a5 5 0 0 0-5 5v2l-3 11h16l-3-11V8a5 5 0 0 0-5-5z") + `<circle cx="10.400" cy="10" r="1.100" fill="currentColor"/><circle cx="13.600" cy="10" r="1.100" fill="currentColor"/>`,
  event: lines("M12 3v9l6 4") + lines("M12 2a10 10 0 1 1-.010 0z"),
  investigator: lines("M10 4a6 6 0 1 0 .010 0zM14.500 14.500L21 21", 'stroke-width="2.600"'),
  cultist: lines("M12 3a5 5 0 0 0-5 5v2l-3 11h16l-3-11V8a5 5 0 0 0-5-5z") + `<circle cx="10.400" cy="10" r="1.100" fill="currentColor"/><circle cx="13.600" cy="10" r="1.100" fill="currentColor"/>`,
  mystery: lines("M8 8a4 4 0 1 1 6 3.500c-1.500 1-2 1.500-2 3.500M12 19.500v.010", 'stroke-width="2.600"'),
  thuggery: solid("M5 10h3V6h3v4h1V5h3v5h1V6h3v8c0 4-2 7-6 7H11c-4 0-6-2-6-6z"),
  conjuring: lines("M4 20L15 9M17 3v4M15 5h4M20 10v3M18.500 11.500h3M9 3v3M7.500 4.500h3"),
  sorcery: lines("M12 3c4 4 6 7 6 11a6 6 0 0 1-12 0c0-2 1-4 2-5 1 2 2 2 2 2 1-3 0-5 2-8z"),
  carrier: lines("M5 4h10a3 3 0 0 1 3 3v14H8a3 3 0 0 1-3-3zM5 18a3 3 0 0 1 3-3h10"),
  double: lines("M4 6h8v12H4zM12 6h8v12h-8"),
};
export const hasSign = (word) => Object.hasOwn(SIGNS, word);
export const signWords = () => Object.keys(SIGNS);
export const sign = (word) => (hasSign(word) ? svg(SIGNS[word]) : "");

// Signs of the buttons that move through a recorded game.
const MOVES = { first: "M6 5v14M19 5l-10 7 10 7z", back: "M17 5L7 12l10 7z", play: "M7 4l12 8-12 8z", pause: "M8 5v14M16 5v14", next: "M7 5l10 7-10 7z", last: "M18 5v14M5 5l10 7-10 7z" };
export const move = (name) => svg(`<path d="${MOVES[name]}" fill="currentColor" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round"/>`);

export function disc(seat) {
  return `<svg class="disc seat${seat}" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><circle cx="12" cy="12" r="11"/><text x="12" y="16.500" text-anchor="middle">${seat}</text></svg>`;
}

export function back(name) {
  return sigil("back of " + name);
}

export function crown() {
  return svg(solid("M3 18L2 7l6 4 4-7 4 7 6-4-1 11z"));
}

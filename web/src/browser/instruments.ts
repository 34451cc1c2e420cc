/** How sounds are made: a gong, strings, wood, coins and a seal, each of a few oscillators and a little noise. */

import type { Sound } from "./sounds";

/** One partial of a sound: seconds and hertz. */
interface Tone {
  pitch: number;
  /** Where the pitch slides to while it rings. */
  to?: number;
  loud: number;
  ring: number;
  at?: number;
  type?: OscillatorType;
}

/** A breath of noise, as of something that is put down. */
interface Knock {
  pitch: number;
  loud: number;
  ring: number;
  at?: number;
}

const ATTACK = 0.004;
const AHEAD = 0.02; // what is asked for now begins a moment later, complete

/** The partials of a bronze gong are no multiples of each other. */
const gong = (pitch: number, loud: number, at = 0): Tone[] =>
  [
    [1, 1, 1.5],
    [1.48, 0.5, 1.1],
    [2.09, 0.34, 0.8],
    [2.97, 0.16, 0.45],
  ].map(([ratio, share, ring]) => ({ pitch: pitch * ratio!, loud: loud * share!, ring: ring!, at }));

/** A plucked string. */
const string = (pitch: number, at: number): Tone[] => [
  { pitch, loud: 0.22, ring: 0.9, at, type: "triangle" },
  { pitch: 2.002 * pitch, loud: 0.06, ring: 0.45, at },
];

const RECIPES: Record<Sound, { tones: Tone[]; knocks?: Knock[] }> = {
  turn: { tones: [...gong(294, 0.2), ...gong(440, 0.13, 0.16)] },
  end: { tones: [294, 392, 440, 587, 784].flatMap((pitch, index) => string(pitch, 0.14 * index)) },
  piece: {
    tones: [{ pitch: 210, to: 130, loud: 0.3, ring: 0.09 }],
    knocks: [{ pitch: 1700, loud: 0.35, ring: 0.045 }],
  },
  coin: {
    tones: [
      { pitch: 2637, loud: 0.09, ring: 0.3 },
      { pitch: 3951, loud: 0.07, ring: 0.4, at: 0.07 },
      { pitch: 5873, loud: 0.02, ring: 0.25, at: 0.07 },
    ],
  },
  stamp: {
    tones: [{ pitch: 120, to: 62, loud: 0.4, ring: 0.16 }],
    knocks: [{ pitch: 420, loud: 0.25, ring: 0.07 }],
  },
  error: {
    tones: [
      { pitch: 196, loud: 0.14, ring: 0.16, type: "triangle" },
      { pitch: 156, loud: 0.14, ring: 0.22, at: 0.11, type: "triangle" },
    ],
  },
};

export function play(on: AudioContext, name: Sound, volume: number): void {
  const { tones, knocks = [] } = RECIPES[name];
  const out = new GainNode(on, { gain: volume * volume }); // the ear hears loudness so
  out.connect(on.destination);
  const start = on.currentTime + AHEAD;
  for (const tone of tones) ring(on, out, tone, start);
  for (const one of knocks) knock(on, out, one, start);
}

/** A volume that rises at once, and dies away. */
function fade(on: AudioContext, out: AudioNode, loud: number, at: number, ring: number): GainNode {
  const volume = new GainNode(on, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loud, at + ATTACK);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + ATTACK + ring);
  volume.connect(out);
  return volume;
}

function ring(on: AudioContext, out: AudioNode, tone: Tone, start: number): void {
  const { pitch, to, loud, type = "sine" } = tone;
  const at = start + (tone.at ?? 0);
  const source = new OscillatorNode(on, { type, frequency: pitch });
  if (to) source.frequency.exponentialRampToValueAtTime(to, at + tone.ring);
  source.connect(fade(on, out, loud, at, tone.ring));
  source.start(at);
  source.stop(at + ATTACK + tone.ring);
}

function knock(on: AudioContext, out: AudioNode, { pitch, loud, ring, at = 0 }: Knock, start: number): void {
  const length = Math.ceil(on.sampleRate * (ATTACK + ring));
  const buffer = new AudioBuffer({ length, sampleRate: on.sampleRate });
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) samples[index] = 2 * Math.random() - 1;
  const source = new AudioBufferSourceNode(on, { buffer });
  const band = new BiquadFilterNode(on, { type: "bandpass", frequency: pitch, Q: 1.2 });
  source.connect(band).connect(fade(on, out, loud, start + at, ring));
  source.start(start + at);
}

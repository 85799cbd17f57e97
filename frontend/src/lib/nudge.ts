/** « It is your turn »: two soft notes and a short buzz, each of which can be off. */
import { prefs } from './prefs.svelte';

let audio: AudioContext | null = null;

function note(at: number, pitch: number, context: AudioContext): void {
  const tone = context.createOscillator();
  const loud = context.createGain();
  tone.type = 'sine';
  tone.frequency.value = pitch;
  loud.gain.setValueAtTime(0, at);
  loud.gain.linearRampToValueAtTime(0.12, at + 0.02);
  loud.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
  tone.connect(loud).connect(context.destination);
  tone.start(at);
  tone.stop(at + 0.5);
}

export function nudge(): void {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return; // browsers want a touch first
  if (prefs.vibrate) navigator.vibrate?.([60, 60, 90]);
  if (!prefs.sound) return;
  try {
    audio ??= new AudioContext();
    const context = audio;
    void context.resume().then(() => {
      note(context.currentTime, 523.25, context);
      note(context.currentTime + 0.14, 783.99, context);
    });
  } catch {
    // a machine without sound
  }
}

/** The same to who looks at something else, if he allows it. */
export function notify(title: string, body: string): void {
  if (!prefs.notify || typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  if (document.visibilityState === 'visible') return;
  try {
    const shown = new Notification(title, { body, tag: 'tablee' });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // some phones only let a service worker do it
  }
}

/** Ask the device whether it may: only a touch may do so. */
export async function mayNotify(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  return (await Notification.requestPermission()) === 'granted';
}

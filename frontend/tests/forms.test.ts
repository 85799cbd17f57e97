import { describe, expect, it } from 'vitest';
import { switched } from '../src/home/switches';
import type { Switch } from '../src/lib/types';
import { once, submitting, tried } from '../src/ui/submitting';

describe('a form', () => {
  it('is sent once at a time, and never by the browser itself', async () => {
    let kept = 0;
    let done = () => {};
    let times = 0;
    const send = submitting(() => {
      times += 1;
      return new Promise<void>((end) => {
        done = end;
      });
    });
    const event = { preventDefault: () => (kept += 1) } as unknown as SubmitEvent;
    const first = send(event);
    await send(event);
    expect([times, kept]).toEqual([1, 2]);
    done();
    await first;
    void send(event);
    expect(times).toBe(2);
  });

  it('can be sent again after it was refused', async () => {
    let times = 0;
    const send = submitting(async () => {
      times += 1;
      throw new Error('no');
    });
    const event = { preventDefault: () => {} } as SubmitEvent;
    await expect(send(event)).rejects.toThrow('no');
    await expect(send(event)).rejects.toThrow('no');
    expect(times).toBe(2);
  });
});

describe('something that is done by a click', () => {
  it('is not done twice at once, however often one clicks, and others are', async () => {
    const singly = once();
    const begun: string[] = [];
    let end = () => {};
    const work = (mark: string) => () => {
      begun.push(mark);
      return new Promise<string>((done) => {
        end = () => done(mark);
      });
    };
    const first = singly('a', work('a'));
    expect(await singly('a', work('a'))).toBeUndefined();
    void singly('b', work('b'));
    void singly('b', work('b'));
    expect(begun).toEqual(['a', 'b']);
    end();
    void first;
  });

  it('shows again what holds where it was refused', async () => {
    const box = { checked: true } as HTMLInputElement;
    const list = { value: 'gm' } as HTMLSelectElement;
    await tried(box, Promise.resolve({}), () => false);
    expect(box.checked).toBe(true);
    await tried(box, Promise.resolve(undefined), () => false);
    await tried(list, Promise.resolve(undefined), () => 'player');
    expect([box.checked, list.value]).toEqual([false, 'player']);
  });
});

describe('optional rules', () => {
  const option = (id: string, excludes: string[] = []) => ({ id, excludes }) as Switch;
  const [day, night, rain] = [option('day', ['night']), option('night'), option('rain')];
  const all = [day, night, rain] as Switch[];

  it('go off when what excludes them goes on, from either side', () => {
    expect(switched(all, ['night', 'rain'], day as Switch, true)).toEqual(['rain', 'day']);
    expect(switched(all, ['day'], night as Switch, true)).toEqual(['night']);
    expect(switched(all, ['day', 'rain'], day as Switch, false)).toEqual(['rain']);
  });
});

// The result of a day as a few lines of text and as a picture: how it went, and nothing of the deal.
import type { Moment } from '../lib/protocol';

export type Mark = Moment['mark'];

export interface Card {
  /** The lines above the blocks: the game and the day, and the place. */
  heading: string;
  place: string;
  /** A medal, for the text: not every device can draw one in a picture. */
  medal: string;
  /** The decisions of the player, in their order; none until they have been looked at. */
  marks: Mark[];
  /** About luck; empty until it is known. */
  luck: string;
  address: string;
}

const BLOCKS: Record<Mark, string> = { good: '🟩', doubtful: '🟨', mistake: '🟧', blunder: '🟥' };
const COLOURS: Record<Mark, string> = { good: '#1f6b46', doubtful: '#e8b64c', mistake: '#d9772b', blunder: '#b3261e' };
const WORST: Mark[] = ['good', 'doubtful', 'mistake', 'blunder'];
const MOST_BLOCKS = 12;
const [WIDTH, HEIGHT, EDGE] = [1080, 566, 60];

/** The marks in at most twelve groups, each as its worst. */
export function grouped(marks: readonly Mark[], most = MOST_BLOCKS): Mark[] {
  const count = Math.min(most, marks.length);
  return Array.from({ length: count }, (_, i) => {
    const group = marks.slice(Math.floor((i * marks.length) / count), Math.floor(((i + 1) * marks.length) / count));
    return group.reduce((worst, mark) => (WORST.indexOf(mark) > WORST.indexOf(worst) ? mark : worst), 'good');
  });
}

export function cardText(card: Card): string {
  const blocks = grouped(card.marks)
    .map((mark) => BLOCKS[mark])
    .join('');
  return [card.heading, `${card.medal} ${card.place}`, blocks, card.luck, card.address].filter(Boolean).join('\n');
}

/** Draws the card; `face` is the typeface of titles. */
export function drawCard(canvas: HTMLCanvasElement, card: Card, face: string): void {
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const brush = canvas.getContext('2d');
  if (!brush) return;
  const write = (text: string, y: number, size: number, colour: string) => {
    brush.fillStyle = colour;
    brush.font = `700 ${size}px ${face}`;
    brush.fillText(text, EDGE, y, WIDTH - 2 * EDGE);
  };
  brush.fillStyle = '#16264a';
  brush.fillRect(0, 0, WIDTH, HEIGHT);
  brush.fillStyle = '#b3261e';
  brush.fillRect(0, 0, WIDTH, 18);
  write(card.heading, 120, 52, '#fff6e3');
  write(card.place, 230, 84, '#e8b64c');
  const marks = grouped(card.marks);
  const step = (WIDTH - 2 * EDGE) / MOST_BLOCKS;
  marks.forEach((mark, i) => {
    brush.fillStyle = COLOURS[mark];
    brush.fillRect(EDGE + i * step, 290, step - 10, step - 10);
  });
  write(card.luck, 440, 44, '#fff6e3');
  write(card.address, 516, 36, '#c7d0e4');
}

export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((settle) => canvas.toBlob(settle, 'image/png'));

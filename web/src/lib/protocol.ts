// Made by `python -m sidings.typescript`: do not edit.

export const PROTOCOL = 1;
export const SUBPROTOCOL = 'sidings.1';
export const HISTORY = 16;

export type Phrase = 'hello' | 'good-luck' | 'well-played' | 'thanks' | 'sorry' | 'one-moment' | 'your-turn' | 'oops' | 'nice' | 'good-game' | 'again' | 'bye';

export interface TakeSeat {
  do: 'sit';
  seat: number;
  token?: string | null;
  id: string;
  table: string;
}

export interface LeaveSeat {
  do: 'leave';
  id: string;
  table: string;
}

export interface FreeSeat {
  do: 'free';
  seat: number;
  id: string;
  table: string;
}

export interface SeatBot {
  do: 'bot';
  seat: number;
  level: string;
  id: string;
  table: string;
}

export interface GiveWords {
  do: 'contribute';
  words: string;
  id: string;
  table: string;
}

export interface StartGame {
  do: 'start';
  id: string;
  table: string;
}

export interface PlayMove {
  do: 'play';
  move: string;
  version: number;
  id: string;
  table: string;
}

export interface TakeMoveBack {
  do: 'takeback';
  version: number;
  id: string;
  table: string;
}

export interface ResignGame {
  do: 'resign';
  id: string;
  table: string;
}

export interface AbandonGame {
  do: 'abandon';
  id: string;
  table: string;
}

export interface ComeBack {
  do: 'back';
  id: string;
  table: string;
}

export interface PlayAgain {
  do: 'rematch';
  id: string;
  table: string;
}

export interface Watch {
  do: 'watch';
  version?: number | null;
  token?: string | null;
  seat?: number | null;
  record?: string | null;
  id: string;
  table: string;
}

export interface Unwatch {
  do: 'unwatch';
  id: string;
  table: string;
}

export interface Say {
  do: 'say';
  phrase: 'again' | 'bye' | 'good-game' | 'good-luck' | 'hello' | 'nice' | 'one-moment' | 'oops' | 'sorry' | 'thanks' | 'well-played' | 'your-turn';
  id: string;
  table: string;
}

export interface Why {
  do: 'why';
  move: string;
  id: string;
  table: string;
}

export interface Preview {
  do: 'preview';
  move: string;
  id: string;
  table: string;
}

export interface Advise {
  do: 'hint';
  id: string;
  table: string;
}

export interface Ping {
  do: 'ping';
  id: string;
}

export interface NewGuest {
  name: string;
}

export interface Credentials {
  handle: string;
  passphrase: string;
}

export interface Claim {
  name: string;
  passphrase: string;
  current?: string | null;
}

export interface SeatPlan {
  kind?: 'bot' | 'free' | 'me';
  level?: string | null;
  name?: string | null;
}

export interface Clock {
  kind: 'game' | 'move' | 'none';
  seconds: number;
  increment: number;
}

export interface Rules {
  clock: Clock;
  absence: 'bot' | 'end' | 'wait';
  grace: number;
  stand_in: string;
  pace: number;
  takebacks: boolean;
  hints: boolean;
  listed: boolean;
  pass_and_play: boolean;
}

export interface NewTableRequest {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, number | string>;
  deck?: Record<string, unknown> | null;
  rules?: Partial<Rules>;
  words?: string | null;
  start?: boolean;
}

export interface OptionsRequest {
  game: string;
  players: number;
  options?: Record<string, number | string>;
}

export interface Deed {
  do: 'abandon' | 'bot' | 'contribute' | 'leave' | 'resign' | 'sit' | 'start' | 'takeback';
  seat?: number;
  name?: string;
  level?: string;
  words?: string;
  commitment?: string;
}

export interface TakenTable {
  game: string;
  rules_version: number;
  players: number;
  options: Record<string, number | string>;
  rules: Partial<Rules>;
  rotation?: number;
  created: number;
  secret: string;
  log: (string | Deed)[];
}

export interface Plan {
  game: string;
  format: 'duplicate' | 'knockout' | 'round-robin' | 'swiss';
  options?: Record<string, number | string>;
  rounds?: number;
  seconds?: number;
  level?: string;
  fill?: number;
}

export interface NewTournament {
  name: string;
  plan: Plan;
  listed?: boolean;
  join?: boolean;
}

export interface BrowserKeysRequest {
  p256dh: string;
  auth: string;
}

export interface NewChannel {
  url: string;
  kind?: 'discord' | 'json' | 'push' | 'slack' | null;
  keys?: BrowserKeysRequest | null;
  language?: 'en' | 'fr' | 'pl';
  remind?: number;
}

export interface PlayedDay {
  day: string;
  moves: string[];
}

export interface Hello {
  type: 'hello';
  protocol: number;
  name: string;
  now: number;
  phrases: string[];
  bots: string[];
  address: string;
  ready: boolean;
}

export interface Done {
  type: 'done';
  id: string;
  table: string;
  version?: number;
  answer?: Record<string, unknown> | null;
}

export interface Error {
  type: 'error';
  id: string | null;
  code: string;
  message: string;
  table?: string;
  rule?: string;
  nearest?: string[];
  version?: number;
  retry?: number;
  incident?: string;
}

export interface Said {
  type: 'said';
  table: string;
  seat: number;
  phrase: string;
}

export interface Presence {
  type: 'presence';
  table: string;
  seats: boolean[];
  screen: boolean;
}

export interface Pong {
  type: 'pong';
  id: string;
  now: number;
}

export interface HeaderView {
  game: string;
  rules_version: number;
  players: number;
  options: Record<string, number | string>;
  deck: Record<string, unknown> | null;
  rules: Rules;
  created: number;
  before: string | null;
}

export interface MoveView {
  version: number;
  seat: number;
  move: string;
  by: 'bot' | 'person' | 'stand-in';
  events: unknown[] | string;
}

export interface Snapshot {
  type: 'table';
  table: string;
  version: number;
  seat: number;
  header: HeaderView;
  state: StateView;
  view: Record<string, unknown> | null;
  choices: unknown[];
  history: MoveView[];
  presence: boolean[];
  screen: boolean;
  record?: string;
}

export interface Change {
  type: 'change';
  table: string;
  since: number;
  version: number;
  state?: Partial<StateView>;
  view?: Record<string, unknown>;
  choices?: unknown[] | null;
  made?: MoveView[];
  undone?: number;
  record?: string;
}

export interface OptionInfo {
  name: string;
  rule: string;
  values: (number | string)[];
}

export interface PresetInfo {
  name: string;
  options: Record<string, number | string>;
  players: number[];
}

export interface GameInfo {
  name: string;
  title: string;
  rules_version: number;
  least_players: number;
  most_players: number;
  options: OptionInfo[];
  presets: PresetInfo[];
  characters: string[];
}

export interface Catalogue {
  games: GameInfo[];
  bots: string[];
  phrases: string[];
  protocol: number;
  version: string;
}

export interface Me {
  name: string | null;
  handle: string | null;
}

export interface NewTableAnswer {
  table: string;
  invitation: string;
  link: string;
}

export interface OptionsAnswer {
  problem: string | null;
}

export interface ListedSeat {
  kind: 'bot' | 'free' | 'person';
  name: string;
  host: boolean;
}

export interface Ending {
  how: 'abandoned' | 'closed' | 'finished' | 'gone' | 'length' | 'resigned' | 'time';
  ranking: number[];
  scores: number[] | null;
  seat: number | null;
}

export interface TableInfo {
  table: string;
  game: string;
  status: 'open' | 'over' | 'playing';
  players: number;
  seats: ListedSeat[];
  clock: Clock;
  options: Record<string, number | string>;
  changed: number;
  your_seat: number;
  your_turn: boolean;
  result: Ending | null;
}

export interface TableList {
  tables: TableInfo[];
}

export interface SeatView {
  kind: 'bot' | 'free' | 'person';
  colour: number;
  name?: string;
  level?: string;
  away?: boolean;
  host?: boolean;
  words?: string | null;
}

export interface ClockView {
  since: number;
  deadline: number | null;
  remaining: number[];
}

export interface Exits {
  leave: 'agreed' | 'bot' | 'free' | 'lost' | 'stopped';
  abandon: 'agreed' | 'bot' | 'free' | 'lost' | 'stopped';
  resign: 'agreed' | 'bot' | 'free' | 'lost' | 'stopped';
}

export interface StateView {
  status: 'open' | 'over' | 'playing';
  turn: number | null;
  seats: SeatView[];
  clock: ClockView | null;
  dealer: string;
  commitment: string | null;
  wishes: number[];
  result: Ending | null;
  rematch: string | null;
  taken_back: number;
  secret: string | null;
  seed: string | null;
  takeback: boolean;
  exits: Exits | null;
}

export interface Judged {
  move: string;
  chance: number;
  margin: number | null;
  why: string;
  despite: boolean;
}

export interface Decision {
  chance: number;
  error: number;
  doubt: number;
  better: string;
  why: string;
  despite: boolean;
  choices: unknown[];
}

export interface Moment {
  number: number;
  seat: number;
  move: string;
  decision: Decision | null;
  mark: 'blunder' | 'doubtful' | 'good' | 'mistake';
  fortune: '' | 'lucky' | 'unlucky';
  luck: number[];
  chances: number[];
}

export interface Sums {
  start: number;
  skill: number;
  luck: number;
  rest: number;
  result: number;
  decisions: number;
  error: number;
  accuracy: number;
  rating: string;
}

export interface Analysis {
  game: string;
  names: string[];
  playouts: number;
  finished: boolean;
  moments: Moment[];
  seats: Sums[];
  turning_points: number[];
  luckiest: number;
  unluckiest: number;
  luckier: number;
}

export interface Analysed {
  done: number;
  moves: number;
  analysis: Analysis | null;
}

export interface TournamentSummary {
  id: string;
  name: string;
  game: string;
  format: string;
  status: 'open' | 'over' | 'playing';
  round: number;
  changed: number;
}

export interface TournamentList {
  tournaments: TournamentSummary[];
}

export interface EntrantInfo {
  number: number;
  name: string;
  level: string;
  you: boolean;
}

export interface Standing {
  player: number;
  place: number;
  points: number;
  buchholz: number;
  berger: number;
  wins: number;
  played: number;
}

export interface GameLink {
  part: number;
  link: string | null;
  points: number | null;
}

export interface MatchInfo {
  board: number;
  first: number;
  second: number;
  points: number | null;
  games: GameLink[];
}

export interface TournamentInfo {
  id: string;
  name: string;
  plan: Plan;
  status: 'open' | 'over' | 'playing';
  round: number;
  rounds: number;
  host: boolean;
  you: number;
  entrants: EntrantInfo[];
  standings: Standing[];
  matches: MatchInfo[][];
}

export interface LadderPlace {
  name: string;
  bot: boolean;
  rating: number;
  games: number;
  you: boolean;
}

export interface LadderInfo {
  places: LadderPlace[];
  joined: boolean;
}

export interface ChannelInfo {
  id: string;
  kind: string;
  host: string;
  remind: number;
  working: boolean;
}

export interface Channels {
  channels: ChannelInfo[];
  push_key: string | null;
}

export interface DayRow {
  name: string;
  place: number;
  margin: number;
  moves: number;
  you: boolean;
}

export interface DayTable {
  day: string;
  game: string;
  results: DayRow[];
}

export interface OwnRecord {
  version: number;
  record: Record<string, unknown> | null;
}

export const RULES: Rules = {'clock':{'kind':'none','seconds':0,'increment':0},'absence':'wait','grace':60,'stand_in':'casual','pace':1000,'takebacks':true,'hints':true,'listed':false,'pass_and_play':false};

export type Asked = TakeSeat | LeaveSeat | FreeSeat | SeatBot | GiveWords | StartGame | PlayMove | TakeMoveBack | ResignGame | AbandonGame | ComeBack | PlayAgain | Watch | Unwatch | Say | Why | Preview | Advise | Ping;

export type Told = Hello | Done | Error | Said | Presence | Pong | Snapshot | Change;

// What the club's pages ask of the server.
import { ask } from '../lib/api';
import type { Channels, LadderInfo, NewChannel, NewTournament, TournamentInfo, TournamentList } from '../lib/protocol';

export type Act = 'join' | 'leave' | 'start' | 'close';

export const club = {
  tournaments: () => ask<TournamentList>('tournaments'),
  announce: (asked: NewTournament) => ask<TournamentInfo>('tournaments', asked),
  tournament: (id: string) => ask<TournamentInfo>(`tournaments/${id}`),
  act: (id: string, act: Act) => ask<TournamentInfo>(`tournaments/${id}/${act}`, {}),
  decide: (id: string, round: number, board: number, points: number) =>
    ask<TournamentInfo>(`tournaments/${id}/result`, { round, board, points }),
  remove: (id: string) => ask<null>(`tournaments/${id}`, undefined, 'DELETE'),
  tell: (id: string, channel: NewChannel) => ask<TournamentInfo>(`tournaments/${id}/notices`, channel),
  ladder: (game: string) => ask<LadderInfo>(`ladder/${game}`),
  joinLadder: (game: string) => ask<LadderInfo>(`ladder/${game}`, {}),
  leaveLadder: (game: string) => ask<LadderInfo>(`ladder/${game}`, undefined, 'DELETE'),
  channels: () => ask<Channels>('notices'),
  addChannel: (channel: NewChannel) => ask<Channels>('notices', channel),
  dropChannel: (id: string) => ask<Channels>(`notices/${id}`, undefined, 'DELETE'),
};

// Whether the server answers. Without it everything works but playing with people elsewhere.
import { ALONE } from './base';

class Reach {
  /** Whether there is a server that answered when it was last asked. */
  server = $state(!ALONE);
  /** Whether there should be one, but it does not answer. */
  lost = $derived(!ALONE && !this.server);
}

export const reach = new Reach();

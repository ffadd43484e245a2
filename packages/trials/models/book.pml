/* A book and its venue: a snapshot, then updates, each of which leads to its state from the one before alone. The way between the two
 * keeps its order unless something goes wrong: messages are lost, come twice or swap places, and the venue's counter begins again once.
 * A book that is shown as live is a state that the venue published, and no news is dropped as old.
 *
 *   spin -a book.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan
 *
 * -DACCEPT_HOLES   a planted fault: a number that is too large is taken like the next one
 * -DWITHOUT_TIMES  looks at numbers alone
 * -DGUIDED         follows the recorded histories of traces.h, and says which of them it can
 */
#define STATES 4           /* the venue publishes so many */
#define WRONG 2            /* so many messages are lost, and as many come twice or out of order */
#define PIPE 3
#define NONE 255

/* The venue's number of a state, and its time: after a restart numbers begin with 1, and time goes on. */
#define seqOf(s) ((restartAt > 0 && s >= restartAt) -> s - restartAt + 1 : s + 5)
#define timeOf(s) (s + 1)

#ifdef GUIDED
#include "traces.h"
byte chosen = 0;
short position = 0;
byte wanted = 0;
#define saw(event) wanted = event; c_expr { now.position < traceEnds[now.chosen] && traceEvents[now.position] == now.wanted }; position++; wanted = 0
#else
#define saw(event) true
#endif

/* What can be seen from outside. */
#define PUBLISH 1
#define RESTART 2
#define UNASKED 3
#define LOSE 4
#define SWAP 5
#define RESUBSCRIBE 6
#define RECONNECT 7
#define ACCEPTED 8         /* a message was delivered, and taken */
#define DROPPED 9          /* ... and dropped */
#define GAPPED 10          /* ... and the book is not provable any more */
#define REPEATED 11        /* the one that is delivered next comes again */

mtype = { snapshot, update };
mtype = { awaiting, following, lost };

byte published = 0;        /* newest state of the venue */
byte restartAt = 0;
chan pipe = [PIPE] of { mtype, byte };

mtype phase = awaiting;
byte seq = 0, time = 0;    /* of the newest message that was taken; 0: none since the subscription, since the connection */
byte content = NONE;       /* state that the book has */
byte losses = 0, disturbed = 0;

inline send(kind) { pipe ! kind, published }

inline take(kind, s) {
  if
  :: kind == update -> assert(content != NONE && content + 1 == s)
  :: else -> skip
  fi;
  content = s; seq = seqOf(s); phase = following;
  if
  :: timeOf(s) > time -> time = timeOf(s)
  :: else -> skip
  fi
}

/* What a message is, by number and time. */
inline judge(kind, s) {
  if
  :: kind == snapshot && (phase == awaiting || seq == 0 || seqOf(s) > seq) && timeOf(s) >= time -> saw(ACCEPTED); take(kind, s)
  :: kind == snapshot && (phase == awaiting || seq == 0 || seqOf(s) > seq) && timeOf(s) < time -> saw(DROPPED)
  :: kind == snapshot && phase != awaiting && seq > 0 && seqOf(s) < seq && timeOf(s) > time -> saw(ACCEPTED); take(kind, s)
  :: kind == snapshot && phase != awaiting && seq > 0 && seqOf(s) < seq && timeOf(s) <= time -> saw(DROPPED)
  :: kind == snapshot && phase == following && seqOf(s) == seq && s == content -> saw(DROPPED)
  :: kind == snapshot && phase == following && seqOf(s) == seq && s != content -> saw(GAPPED); phase = lost
  :: kind == snapshot && phase == lost && seq > 0 && seqOf(s) == seq -> saw(DROPPED)
  :: kind == update && phase != following -> saw(DROPPED)
#ifdef WITHOUT_TIMES
  :: kind == update && phase == following && seqOf(s) <= seq -> assert(s <= content); saw(DROPPED)
#else
  :: kind == update && phase == following && seqOf(s) <= seq && timeOf(s) <= time -> assert(s <= content); saw(DROPPED)
  :: kind == update && phase == following && seqOf(s) <= seq && timeOf(s) > time -> saw(GAPPED); phase = lost
#endif
  :: kind == update && phase == following && seqOf(s) == seq + 1 -> saw(ACCEPTED); take(kind, s)
#ifdef ACCEPT_HOLES
  :: kind == update && phase == following && seqOf(s) > seq + 1 -> saw(ACCEPTED); take(kind, s)
#else
  :: kind == update && phase == following && seqOf(s) > seq + 1 -> saw(GAPPED); phase = lost
#endif
  fi
}

active proctype World() {
  mtype kind = snapshot, other = snapshot, third = snapshot;
  byte s = 0, t = 0, u = 0;
#ifdef GUIDED
  atomic { select_trace(chosen); c_code { now.position = now.chosen == 0 ? 0 : traceEnds[now.chosen - 1]; } };
#endif
  atomic { send(snapshot) };
  end: do
#ifdef GUIDED
  :: atomic { c_expr { now.position == traceEnds[now.chosen] } -> c_code { printf("accepted %d\n", now.chosen); }; break }
#endif
  :: atomic { published + 1 < STATES && nfull(pipe) -> saw(PUBLISH); published++; send(update) }
  :: atomic { published + 1 < STATES && nfull(pipe) && restartAt == 0 -> saw(RESTART); published++; restartAt = published; send(update) }
  :: atomic { nfull(pipe) -> saw(UNASKED); send(snapshot) }
  :: atomic { nfull(pipe) -> saw(RESUBSCRIBE); phase = awaiting; seq = 0; send(snapshot) }
  :: atomic { saw(RECONNECT);
       do
       :: nempty(pipe) -> pipe ? _, _
       :: empty(pipe) -> break
       od;
       phase = awaiting; seq = 0; time = 0; send(snapshot) }
  :: atomic { nempty(pipe) -> pipe ? kind, s; judge(kind, s); kind = snapshot; s = 0 }
  :: atomic { nempty(pipe) && disturbed < WRONG -> saw(REPEATED); disturbed++; pipe ? <kind, s>; judge(kind, s); kind = snapshot; s = 0 }
  :: atomic { nempty(pipe) && losses < WRONG -> saw(LOSE); losses++; pipe ? _, _ }
  :: atomic { len(pipe) > 1 && disturbed < WRONG -> saw(SWAP); disturbed++;
       pipe ? kind, s; pipe ? other, t;
       if
       :: nempty(pipe) -> pipe ? third, u; pipe ! other, t; pipe ! kind, s; pipe ! third, u
       :: empty(pipe) -> pipe ! other, t; pipe ! kind, s
       fi;
       kind = snapshot; other = snapshot; third = snapshot; s = 0; t = 0; u = 0 }
  od
}

/* A halt: a trader with two orders, an adapter that sends them, and a venue. A request that was sent may be answered, lose its answer, or
 * come late, as long as the venue takes its timestamp. Cancels and looks at what is open go on until the halt is reached: then nothing
 * of it is open and nothing can come. No byte of an opening order leaves once trading is halted.
 *
 *   spin -a halt.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan
 *
 * -DWITHOUT_FENCE  a planted fault: a request whose end is not known is taken for one that never comes
 * -DWITHOUT_GATE   what is in the adapter's hands is sent all the same
 * -DGUIDED         follows the recorded histories of traces.h, and says which of them it can
 */
#define ORDERS 2

#ifdef GUIDED
#include "traces.h"
byte chosen = 0;
short position = 0;
byte wanted = 0;
#define saw(event) wanted = event; c_expr { now.position < traceEnds[now.chosen] && traceEvents[now.position] == now.wanted }; position++; wanted = 0
#else
#define saw(event) true
#endif

/* What can be seen from outside. Orders are told apart by their places. */
#define ORDER 1
#define HALT 2
#define RESUME 3
#define REACHED 4
#define MOMENT 5           /* a moment passes */
#define LONG 6             /* ... longer than the venue takes any request that is on its way now */
#define LEAVE 10           /* the first byte of an order's request; + 1: of the second one's */
#define ANSWER 20
#define LOSE_ANSWER 30
#define CUT 40
#define LATE 50            /* a request that was cut off arrives */
#define STOPPED 60         /* it was refused, or stopped before its first byte */

/* Where an order's request is: nowhere, at the adapter, on its way, cut off and still good, over. */
mtype = { none, queued, sent, late, over };
/* What the trader knows of an order. */
mtype = { nothing, waits, unknown, known };

mtype request[ORDERS] = none;
mtype knows[ORDERS] = nothing;
bool open[ORDERS];         /* at the venue */
bool halted = false, reached = false, isQuiet = false;
byte halts = 0, placed = 0;

/* A round looks at what may come before it looks at what is open. */
mtype = { idle, looked };
mtype round = idle;

#define mayCome(i) (knows[i] == waits && request[i] == sent || knows[i] == unknown)
#define canCome(i) (request[i] == sent || request[i] == late)

inline stop(i) {
  if
#ifndef WITHOUT_GATE
  :: request[i] == queued -> saw(STOPPED + i); request[i] = over; knows[i] = known
#endif
  :: else -> skip
  fi
}

inline expire(i) {
  if
  :: request[i] == late -> request[i] = over
  :: else -> skip
  fi
}

inline step(i) {
  if
  :: atomic { request[i] == queued -> saw(LEAVE + i); request[i] = sent; assert(!halted) }
  :: atomic { request[i] == sent -> saw(ANSWER + i); request[i] = over; open[i] = true; knows[i] = known }
  :: atomic { request[i] == sent -> saw(LOSE_ANSWER + i); request[i] = over; open[i] = true; knows[i] = unknown }
  :: atomic { request[i] == sent -> saw(CUT + i); request[i] = late; knows[i] = unknown }
  :: atomic { request[i] == late -> saw(LATE + i); request[i] = over; open[i] = true }
  /* No connection can be made. */
  :: atomic { request[i] == queued -> saw(STOPPED + i); request[i] = over; knows[i] = known }
  /* The trader finds out: the venue shows the order, or its time is over. */
  :: atomic { knows[i] == unknown && (open[i] || request[i] == over) -> knows[i] = known }
  fi
}

active proctype World() {
#ifdef GUIDED
  atomic { select_trace(chosen); c_code { now.position = now.chosen == 0 ? 0 : traceEnds[now.chosen - 1]; } };
#endif
  end: do
#ifdef GUIDED
  :: atomic { c_expr { now.position == traceEnds[now.chosen] } -> c_code { printf("accepted %d\n", now.chosen); }; break }
  :: atomic { saw(MOMENT) }
#endif
  :: atomic { placed < ORDERS && !halted -> saw(ORDER); request[placed] = queued; knows[placed] = waits; placed++ }
  :: atomic { placed < ORDERS && halted -> saw(ORDER); saw(STOPPED + placed); request[placed] = over; knows[placed] = known; placed++ }
  :: atomic { halts == 0 -> saw(HALT); halts++; halted = true; stop(0); stop(1) }
  :: atomic { halted -> saw(RESUME); halted = false; reached = false; round = idle }
  :: atomic { saw(LONG); expire(0); expire(1) }
  :: step(0)
  :: step(1)
  /* A round of the halt: what may come, what is open, cancels. */
  :: atomic { halted && !reached && round == idle ->
#ifdef WITHOUT_FENCE
       isQuiet = true;
#else
       isQuiet = !mayCome(0) && !mayCome(1);
#endif
       round = looked }
  :: atomic { halted && !reached && round == looked && (open[0] || open[1]) -> open[0] = false; open[1] = false; round = idle; isQuiet = false }
  :: atomic { halted && !reached && round == looked && !open[0] && !open[1] && !isQuiet -> round = idle }
  :: atomic { halted && !reached && round == looked && !open[0] && !open[1] && isQuiet ->
       saw(REACHED); reached = true; round = idle; isQuiet = false;
       assert(!canCome(0) && !canCome(1)) }
  od
}

/* A reader at any moment. */
active proctype Reader() {
  end: do
  :: atomic { halted && reached -> assert(!open[0] && !open[1]) }
  od
}

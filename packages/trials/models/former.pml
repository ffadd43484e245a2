/* A former owner beside its heir, as a consumer sees it that has no state of the heir's yet. The former owner answers echoes and
 * sends beats; when it hears of the heir it says in them that it retires, and ends soon after. One that never hears of it, or does
 * not care, goes on as ever. Messages are late or lost as the bus likes, and anybody may be stopped.
 *
 * The former owner's book is shown as live for FORMER at most since the heir was heard, and for LIMIT where the former owner never
 * said that it retires. While everybody is prompt, a hand-over takes no book out of live.
 *
 *   spin -a former.pml && gcc -O2 -DSAFETY -o pan pan.c && ./pan
 *
 * -DWITHOUT_WORD    every beat of the former owner counts, not those alone that say that it retires
 * -DWITHOUT_BOUND   who retires is believed for as long as it proves itself
 * -DWITHOUT_FORMER  nothing of a former owner counts
 */
#define LIMIT 2            /* what was heard is believed for so long */
#define RETIRED 2          /* who retires goes on for so long */
#define FORMER 4           /* a former owner is believed for so long beside its heir */
#define END 6              /* time ends here */
#define NEVER 255

mtype = { beat, retiring, echo };

/* Nobody is stopped and nothing is lost: time passes when everybody has done its part. Chosen once. */
bool isPrompt;
byte now = 0;                        /* the heir speaks from the start */

/* The former owner. */
byte retiredAt = NEVER;
bool hasBeaten = false;              /* since time passed */
chan toFormer = [1] of { byte };
chan toConsumer = [2] of { mtype, byte };   /* ... and when the echo was sent */

/* What the consumer knows. It begins with a book of the former owner's. */
bool hasAsked = false;               /* since time passed */
byte echoAt = 0, provenAt = 0, heardAt = 0;
byte overAt = NEVER;                 /* when it heard the heir first */
bool isTold = false;                 /* that the former owner retires */
bool hasHeirsBook = false;

#define speaks (retiredAt == NEVER || now - retiredAt < RETIRED)
#define isProven (now - provenAt <= LIMIT && now - heardAt <= LIMIT)
#if defined(WITHOUT_FORMER)
#define mayStay (overAt == NEVER)
#elif defined(WITHOUT_BOUND)
#define mayStay true
#else
#define mayStay (overAt == NEVER || now - overAt <= FORMER)
#endif
#define isLive (!hasHeirsBook && mayStay && isProven)

#define isQuiet (empty(toFormer) && empty(toConsumer))
#define allHaveHeard (overAt != NEVER && retiredAt != NEVER)
#define allHaveSpoken (hasAsked && (!speaks || hasBeaten))
#define isDone (isQuiet && allHaveHeard && allHaveSpoken && now < RETIRED)

proctype Time() {
  end: do
  :: atomic { now < END && !hasHeirsBook && (!isPrompt || isDone) -> now++; hasBeaten = false; hasAsked = false }
  od
}

/* The bus takes a message or loses it. */
inline tell(kind, number) {
  if
  :: nfull(toConsumer) -> toConsumer ! kind, number
  :: !isPrompt -> skip
  fi
}

proctype Former() {
  byte asked;
  end: do
  :: atomic { retiredAt == NEVER -> retiredAt = now }
  :: atomic { speaks && !hasBeaten && nfull(toConsumer) ->
       hasBeaten = true;
       if
       :: retiredAt == NEVER -> tell(beat, 0)
       :: else -> tell(retiring, 0)
       fi }
  :: atomic { nfull(toConsumer) && toFormer ? [_] ->
       toFormer ? asked;
       if
       :: speaks -> tell(echo, asked)
       :: else -> skip
       fi;
       asked = 0 }
  od
}

inline believe() {
  provenAt = echoAt; heardAt = now
}

proctype Consumer() {
  byte number;
  end: do
  :: atomic { now < END && !hasAsked && nfull(toFormer) -> hasAsked = true; toFormer ! now }
  :: atomic { overAt == NEVER -> overAt = now }
  :: atomic { overAt != NEVER && !hasHeirsBook -> hasHeirsBook = true }
  :: atomic { toConsumer ? echo, number ->
       if
       :: number > echoAt -> echoAt = number
       :: else -> skip
       fi;
       number = 0 }
  :: atomic { toConsumer ? beat, _ ->
#ifdef WITHOUT_WORD
       believe()
#else
       if
       :: overAt == NEVER -> believe()
       :: else -> skip
       fi
#endif
     }
  :: atomic { toConsumer ? retiring, _ -> isTold = true; believe() }
  od
}

/* A reader at any moment. */
proctype Reader() {
  end: do
  :: atomic { isLive ->
       assert(overAt == NEVER || now - overAt <= FORMER);
       assert(overAt == NEVER || isTold || now - overAt <= LIMIT) }
  :: atomic { isPrompt && !hasHeirsBook && !isLive -> assert(false) }
  od
}

init {
  atomic {
    if
    :: isPrompt = true
    :: isPrompt = false
    fi;
    run Time(); run Former(); run Consumer(); run Reader()
  }
}

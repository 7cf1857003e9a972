"""All that can happen to a match, and how it is stored and announced.

Every change of a row of `Match`, and of the vacations that its clocks depend on, begins in one of these functions:

    what happens            who asks for it                    handled by                    tells
    ----------------------  ---------------------------------  ----------------------------  ---------------------------
    start                   lobby, rematch, computers          opening.start_match           match_started
    start many              events                             opening.begin_all             match_started
    arrive                  player                             requests.arrive               player_awaited
    leave                   player                             requests.leave
    move                    player                             services.play_move            match_ended
    move, by socket         player                             writer.submitted              match_ended
    move, on two boards     player                             services.play_move            match_ended
    the same after a crash  job                                sealing.reveal_late           match_ended
    end of the other board  job of the end of one              mirrors.settle                mirror_ended
    void of the other one   job of the void of one             mirrors.void_both             match_voided
    more time               player                             requests.give_time
    nudge                   player                             requests.nudge                match_nudged
    draw: offer             player                             requests.offer_draw           match_ended
    draw: accept            player                             requests.accept_draw          match_ended
    draw: decline           player                             requests.decline_draw
    claim a win             player                             requests.claim_win            match_ended
    resign or cancel        player                             services.resign               match_ended
    close an account        account deletion, staff            services.resign_all           match_ended
    run out of time         scheduler                          services.end_overdue          match_ended
    adjudicate              events, at their end               adjudication.adjudicate       match_ended
    declare void            staff                              services.void_match           match_voided, match_ended
    rematch                 player                             services.offer_rematch        match_started
    the next of two         lobby, at the end of one           services.begin_rematch        match_started
    rematch: its deal       player                             deals.rematch_deal
    vacation: plan          player, for all matches            vacation.plan_vacation
    vacation: cancel        player, for all matches            vacation.cancel_vacation
    vacation: delete        account deletion                   vacation.delete_vacations
    night                   player, for later turns            vacation.set_night
    downtime                heartbeat of the site              heartbeat.run_heartbeat       site_resumed
    tallies of old matches  job of an upgrade                  updates.write_tallies

A player is one of the match's own: others get NotPlaying. Handlers judge the request by the row, write what changes if
the row is still the same (compare-and-set, `updates.update_if`; moves by `writer`), and enqueue the jobs of the event
in the same transaction. After the commit `updates.announce` tells the open pages.
"""
